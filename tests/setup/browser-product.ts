// Starts the products before the first browser test; stops them and removes their data after the last one.
import { startProduct } from "./product.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const products = await Promise.all(
    ["BASE_URL", "MARKET_URL"].map((name) => startProduct({ PORT: new URL(process.env[name] ?? "").port })),
  );
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
}
