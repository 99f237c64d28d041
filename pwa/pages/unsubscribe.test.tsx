// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeScreen, newServer, openScreen } from "../testing/screen.tsx";
import { UnsubscribePage } from "./unsubscribe.tsx";

const path = "/api/settings/stop-mail";
let server: ReturnType<typeof newServer>;

beforeAll(() => import("../../shared/commands.ts"));
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

async function stop(token: string) {
  await openScreen(server, <UnsubscribePage />, { address: `/unsubscribe?token=${token}` });
  fireEvent.click(screen.getByRole("button", { name: "Stop E-mails" }));
}

describe("the unsubscribe link", () => {
  it("sends its token and confirms", async () => {
    server.answers.set(path, { status: 204 });
    await stop("name.hash");
    await screen.findByRole("heading", { name: "No more e-mails" });
    expect(server.bodyOf(path)).toEqual({ token: "name.hash" });
  });

  it.each([
    [404, "not-found"],
    [400, "invalid"],
    [413, "too-large"],
  ])("is not valid when the server answers %i", async (status, code) => {
    server.answers.set(path, { status, body: { error: "No", code } });
    await stop("x".repeat(101));
    await screen.findByRole("heading", { name: "This link does not fit" });
  });

  it("can be retried after an internal error of the server", async () => {
    server.answers.set(path, { status: 500, body: { error: "Oops", code: "internal" } });
    await stop("name.hash");
    await screen.findByText("That did not work. Please try again when you have signal.");
  });
});
