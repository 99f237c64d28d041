// Starts the products before the first browser test; stops them and removes their data after the last one.
import { startProduct } from "./product.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const products = await Promise.all(
    ["BASE_URL", "MARKET_URL"].map((name) => startProduct({ PORT: new URL(process.env[name] ?? "").port })),
  );
  // Workers inherit it: a test moves a flight into the past there.
  process.env["MARKET_DATA"] = products[1]!.dataDir;
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
}
