// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { lazyComponent } from "./lazy-component.tsx";

afterEach(cleanup);

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const settle = () => act(async () => undefined);

it("renders the component once its code is loaded", async () => {
  const Part = lazyComponent(async () => Greeting);
  const { container } = render(<Part name="Sofia" />);
  expect(container.textContent).toBe("");
  await settle();
  expect(screen.getByText("Hello Sofia")).toBeTruthy();
});

it("says that a requested component is missing, retries on click, and can be dismissed", async () => {
  const dismiss = vi.fn();
  let isOnline = false;
  const Part = lazyComponent(
    async () => {
      if (!isOnline) throw new TypeError("Failed to fetch dynamically imported module");
      return Greeting;
    },
    { dismiss },
  );
  render(<Part name="Sofia" />);
  expect(screen.getByRole("status").textContent).toBe("Loading...");
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("Not on this device yet");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("Not on this device yet");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(dismiss).toHaveBeenCalledExactlyOnceWith({ name: "Sofia" });

  isOnline = true;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await settle();
  expect(screen.getByText("Hello Sofia")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("retries an unrequested component silently when the network is back", async () => {
  let isOnline = false;
  const Part = lazyComponent(async () => {
    if (!isOnline) throw new TypeError("Failed to fetch dynamically imported module");
    return Greeting;
  });
  const { container } = render(<Part name="Sofia" />);
  await settle();
  expect(container.textContent).toBe("");
  isOnline = true;
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(screen.getByText("Hello Sofia")).toBeTruthy();
});

it("removes a failed style sheet, so that the next try fetches it again", () => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet" });
  document.head.append(link);
  link.dispatchEvent(new Event("error"));
  expect(link.isConnected).toBe(false);
});
