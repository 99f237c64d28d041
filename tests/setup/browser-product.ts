// Before the first browser test the product is started, after the last one it is stopped and its data removed.
import { startProduct } from "./product.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const port = new URL(process.env["BASE_URL"] ?? "").port;
  const { stop } = await startProduct({ PORT: port });
  return stop;
}
