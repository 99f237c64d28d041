// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { point, useIsPointed } from "./pointed.ts";

const rendered: string[] = [];

function Tag({ id }: { id: string }) {
  const isPointed = useIsPointed((field) => field === id);
  rendered.push(id);
  return <p aria-current={isPointed}>{id}</p>;
}

afterEach(() => point(null));

it("[S1285] a pointer on an airfield renders only what shows that airfield, and what showed the last one", () => {
  render(["KMYF", "KSEE", "KCRQ"].map((id) => <Tag key={id} id={id} />));
  const pointed = () =>
    screen
      .getAllByText(/^K/)
      .filter((tag) => tag.getAttribute("aria-current") === "true")
      .map((tag) => tag.textContent);
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
