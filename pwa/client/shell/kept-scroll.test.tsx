// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { useKeptScroll } from "./kept-scroll.ts";

afterEach(cleanup);

let navigate: ReturnType<typeof useNavigate>;
let isLong = false;

function List() {
  navigate = useNavigate();
  const list = useKeptScroll<HTMLDivElement>();
  return <div ref={list} data-testid="list" />;
}

function Elsewhere() {
  navigate = useNavigate();
  return <p>Elsewhere</p>;
}

/** Without layout a box takes any place; here only a long one does, as in a browser. */
function scrollsOnlyWhenLong() {
  const tops = new WeakMap<Element, number>();
  Object.defineProperty(HTMLElement.prototype, "scrollTop", {
    configurable: true,
    get: function (this: Element) {
      return tops.get(this) ?? 0;
    },
    set: function (this: Element, top: number) {
      tops.set(this, isLong ? top : 0);
    },
  });
}

const list = () => screen.getByTestId("list");
const go = (to: string | number) => act(async () => void (typeof to === "number" ? navigate(to) : navigate(to)));

function open() {
  scrollsOnlyWhenLong();
  render(
    <MemoryRouter initialEntries={["/list"]}>
      <Routes>
        <Route path="/list" element={<List />} />
        <Route path="/other" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
}

it("[S532] a list that scrolls by itself is at its place again after Back, once its rows are there", async () => {
  isLong = true;
  open();
  list().scrollTop = 700;
  fireEvent.scroll(list());
  await go("/other");
  isLong = false;
  await go(-1);
  expect(list().scrollTop).toBe(0);
  isLong = true;
  await act(async () => list().append(document.createElement("p")));
  expect(list().scrollTop).toBe(700);

  await go("/other");
  await go("/list");
  expect(list().scrollTop).toBe(0);
});

it("a list stays where the user scrolls it before its rows are there", async () => {
  isLong = true;
  open();
  list().scrollTop = 700;
  fireEvent.scroll(list());
  await go("/other");
  isLong = false;
  await go(-1);
  fireEvent.wheel(list());
  isLong = true;
  await act(async () => list().append(document.createElement("p")));
  expect(list().scrollTop).toBe(0);
});
