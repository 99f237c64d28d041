// Before the first browser test the products are started, after the last one they are stopped and their data removed.
import { startProduct } from "./product.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const products = await Promise.all(
    ["BASE_URL", "MARKET_URL"].map((name) => startProduct({ PORT: new URL(process.env[name] ?? "").port })),
  );
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
}
