// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { useLayoutEffect, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Tabs } from "./tabs.tsx";

afterEach(cleanup);

const tabs = ["one", "two"].map((value) => ({ value, label: value, panel: <p>{`Panel ${value}`}</p> }));
const panels = () => screen.queryAllByText(/^Panel/).map(({ textContent }) => textContent);

it("a panel is drawn with the change of its tab, so that a transition can draw it in parts", () => {
  const drawn: string[][] = [];
  let choose: (value: string) => void = () => undefined;
  function Page() {
    const [value, setValue] = useState("one");
    useLayoutEffect(() => {
      choose = setValue;
      drawn.push(panels());
    }, [value]);
    return <Tabs label="Numbers" value={value} onChange={setValue} tabs={tabs} />;
  }
  render(<Page />);
  act(() => choose("two"));
  expect(drawn).toEqual([["Panel one"], ["Panel two"]]);
  expect(screen.getByRole("tabpanel").textContent).toBe("Panel two");
  expect(screen.getByRole("tab", { name: "two" }).getAttribute("aria-selected")).toBe("true");
});
