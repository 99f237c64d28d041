// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { point, pointSoon, useIsPointed } from "./pointed.ts";

const rendered: string[] = [];

function Tag({ id }: { id: string }) {
  const isPointed = useIsPointed((field) => field === id);
  rendered.push(id);
  return <p aria-current={isPointed}>{id}</p>;
}

const pointed = () =>
  screen
    .getAllByText(/^K/)
    .filter((tag) => tag.getAttribute("aria-current") === "true")
    .map((tag) => tag.textContent);

afterEach(() => {
  cleanup();
  point(null);
  vi.useRealTimers();
});

it("[S1285] a pointer on an airfield renders only what shows that airfield, and what showed the last one", () => {
  render(["KMYF", "KSEE", "KCRQ"].map((id) => <Tag key={id} id={id} />));
  const rendersOf = (field: string | null) => {
    rendered.length = 0;
    act(() => point(field));
    return rendered.toSorted();
  };
  expect(pointed()).toEqual([]);
  expect(rendersOf("KSEE")).toEqual(["KSEE"]);
  expect(pointed()).toEqual(["KSEE"]);
  expect(rendersOf("KMYF")).toEqual(["KMYF", "KSEE"]);
  expect(pointed()).toEqual(["KMYF"]);
  expect(rendersOf(null)).toEqual(["KMYF"]);
  expect(pointed()).toEqual([]);
});

it("[S1287] a pointer that passes points at nothing; the focus points at once", () => {
  vi.useFakeTimers();
  render(["KMYF", "KSEE"].map((id) => <Tag key={id} id={id} />));
  const after = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  pointSoon("KMYF");
  after(50);
  pointSoon("KSEE");
  after(50);
  expect(pointed()).toEqual([]);
  after(50);
  expect(pointed()).toEqual(["KSEE"]);
  pointSoon(null);
  act(() => point("KMYF"));
  after(200);
  expect(pointed()).toEqual(["KMYF"]);
});
