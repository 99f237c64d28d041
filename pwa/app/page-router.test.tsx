// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { PageRouter } from "./page-router.tsx";

afterEach(cleanup);

/** Shows the address, which changes before the router around it listens. A step back while the app takes over the page does the same. */
function Place() {
  useLayoutEffect(() => history.replaceState({ key: "earlier", usr: null }, "", "/favorites"), []);
  return <p>{useLocation().pathname}</p>;
}

it("[S1333] shows the page of an address that changed before the app listened", async () => {
  history.replaceState({ key: "first", usr: null }, "", "/settings");
  render(
    <PageRouter>
      <Place />
    </PageRouter>,
  );
  expect(await screen.findByText("/favorites")).toBeTruthy();
});
