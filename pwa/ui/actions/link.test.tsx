// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation, useNavigate } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { Link, type LinkProps } from "./link.tsx";

afterEach(cleanup);

function Place() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  return (
    <button onClick={() => void navigate(-1)}>
      {pathname + search + hash} {String(state)}
    </button>
  );
}

function show(props: Omit<LinkProps, "to">) {
  render(
    <MemoryRouter initialEntries={["/before", "/here"]}>
      <Link to="/map?type=jet#list" {...props}>
        Map
      </Link>
      <Place />
    </MemoryRouter>,
  );
  return screen.getByRole("link", { name: "Map" });
}
const place = () => screen.getByRole("button").textContent;

it("[S1162] a link opens its page in the app with its state, and adds a history entry or replaces one", () => {
  const link = show({ state: "kept" });
  expect(link.getAttribute("href")).toBe("/map?type=jet#list");
  expect(fireEvent.click(link)).toBe(false);
  expect(place()).toBe("/map?type=jet#list kept");
  fireEvent.click(screen.getByRole("button"));
  expect(place()).toBe("/here null");
  cleanup();
  fireEvent.click(show({ replace: true }));
  fireEvent.click(screen.getByRole("button"));
  expect(place()).toBe("/before null");
});

it("[S1163] a click for another tab, a file of the server or a prevented click opens no page in the app", () => {
  // Ends each click before the test's browser follows the link, and says whether it would have.
  const isLeftToBrowser = (link: Element, how = {}) => {
    let isLeft = false;
    const end = (event: Event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener("click", end, { once: true });
    fireEvent.click(link, how);
    expect(place()).toBe("/here null");
    cleanup();
    return isLeft;
  };
  expect(isLeftToBrowser(show({}), { ctrlKey: true })).toBe(true);
  expect(isLeftToBrowser(show({}), { metaKey: true })).toBe(true);
  expect(isLeftToBrowser(show({}), { button: 1 })).toBe(true);
  expect(isLeftToBrowser(show({ target: "_blank" }))).toBe(true);
  expect(isLeftToBrowser(show({ reloadDocument: true }))).toBe(true);
  expect(isLeftToBrowser(show({ onClick: (event) => event.preventDefault() }))).toBe(false);
});
