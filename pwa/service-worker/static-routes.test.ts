import { expect, it } from "vitest";
import { AIRFIELDS_FILES } from "./airfields-file.ts";
import { addStaticRoutes, type InstallEvent, type Rule } from "./static-routes.ts";

const map = "/assets/map-AAAAAAAA.js";
const elsewhere = [AIRFIELDS_FILES, map];
const event = (addRoutes?: InstallEvent["addRoutes"]) => ({ addRoutes }) as InstallEvent;

it("[S1317] the first rule that applies leaves texts and files of other caches to the worker", async () => {
  const rules: Rule[] = [];
  await addStaticRoutes(
    event((added) => Promise.resolve(void rules.push(...added))),
    "files",
    elsewhere,
  );
  const sourceOf = (method: string, path: string) =>
    rules.find(({ condition }) =>
      condition.or.some((one) =>
        "requestMethod" in one
          ? one.requestMethod === method
          : new RegExp(`^${one.urlPattern.pathname.replaceAll("*", ".*")}$`).test(path),
      ),
    )?.source;
  for (const method of ["HEAD", "POST", "PUT", "PATCH", "DELETE"])
    expect(sourceOf(method, "/objects/new")).toBe("network");
  expect(sourceOf("GET", "/api/aircraft")).toBe("network");
  expect(sourceOf("GET", "/api/site/texts/terms")).toBe("fetch-event");
  for (const path of [map, "/assets/airfields-AAAAAAAA.json", "/assets/airfields-BBBBBBBB.json"])
    expect(sourceOf("GET", path)).toBe("fetch-event");
  expect(sourceOf("GET", "/assets/home-BBBBBBBB.js")).toEqual({ cacheName: "files" });
  for (const path of ["/", "/messages", "/illustrations/jet.svg", "/objects/a.webp"])
    expect(sourceOf("GET", path)).toBeUndefined();
});

it("[S1318] leaves all to the worker where the browser knows no rules, or refuses them", async () => {
  await expect(addStaticRoutes(event(), "files", elsewhere)).resolves.toBeUndefined();
  const refuses = event(() => Promise.reject(new TypeError("unknown condition")));
  await expect(addStaticRoutes(refuses, "files", elsewhere)).resolves.toBeUndefined();
});
