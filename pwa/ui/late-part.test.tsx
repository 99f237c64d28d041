// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { latePart } from "./late-part.tsx";

afterEach(cleanup);

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const settle = () => act(async () => undefined);

it("draws the part once its code is here", async () => {
  const Part = latePart(async () => Greeting);
  const { container } = render(<Part name="Sofia" />);
  expect(container.textContent).toBe("");
  await settle();
  expect(screen.getByText("Hello Sofia")).toBeTruthy();
});

it("tells when the code cannot be fetched, and fetches anew the next time", async () => {
  const onMissing = vi.fn();
  let isOnline = false;
  const Part = latePart(async () => {
    if (!isOnline) throw new TypeError("Failed to fetch dynamically imported module");
    return Greeting;
  }, onMissing);
  const { unmount } = render(<Part name="Sofia" />);
  await settle();
  expect(onMissing).toHaveBeenCalledWith({ name: "Sofia" });
  unmount();

  isOnline = true;
  render(<Part name="Luca" />);
  await settle();
  expect(screen.getByText("Hello Luca")).toBeTruthy();
  expect(onMissing).toHaveBeenCalledOnce();
});

it("stays silent when it is no longer wanted", async () => {
  const onMissing = vi.fn();
  const Part = latePart<{ name: string }>(() => Promise.reject(new Error("gone")), onMissing);
  const { unmount } = render(<Part name="Sofia" />);
  unmount();
  await settle();
  expect(onMissing).not.toHaveBeenCalled();
});
