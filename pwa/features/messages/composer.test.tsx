// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { conversationNote, interruptedTexts, type SentText } from "../../client/messages/conversation-notes.ts";
import { clearUserStorage } from "../../client/session/stored-session.ts";
import { Composer, lengthNote } from "./composer.tsx";

const me = "0190aaaa-0000-7000-8000-000000000001";
const peer = { id: "0190aaaa-0000-7000-8000-000000000002", name: "Marisol Vega" };
const onSend = vi.fn<(message: SentText) => Promise<boolean>>();

beforeEach(() => {
  localStorage.clear();
  onSend.mockReset().mockResolvedValue(true);
  render(<Composer me={me} peer={peer} onSend={onSend} />);
});
afterEach(cleanup);

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Message to Marisol Vega");
const sendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send message" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
async function press(init: KeyboardEventInit) {
  let isFree = true;
  await act(async () => {
    isFree = fireEvent.keyDown(field(), init);
  });
  return isFree;
}

describe("the composer", () => {
  it("[S139] sends the exact text with Enter, and is empty afterwards", async () => {
    type("  Keys at 07:30?\nThanks ");
    await press({ key: "Enter" });
    expect(onSend).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ content: "  Keys at 07:30?\nThanks " }));
    expect(field().value).toBe("");
    expect(conversationNote(me, peer.id).draft).toBe("");
    expect(interruptedTexts(me)).toEqual([]);
  });

  it("stores the message under its id before it empties the field, in case the page closes", async () => {
    let noted: unknown;
    onSend.mockImplementation(async (message) => {
      noted = [interruptedTexts(me), message];
      return true;
    });
    type("Keys at 07:30?");
    await press({ key: "Enter" });
    const text = { id: expect.any(String), content: "Keys at 07:30?", aircraftId: null };
    expect(noted).toEqual([[{ peer: peer.id, text }], text]);
  });

  it("does not send again on a second and third press", async () => {
    type("Once");
    await press({ key: "Enter" });
    await press({ key: "Enter" });
    fireEvent.click(sendButton());
    expect(onSend).toHaveBeenCalledOnce();
  });

  it("[S222] does not send on Shift+Enter or on Enter of an input method", async () => {
    type("Two");
    expect(await press({ key: "Enter", shiftKey: true })).toBe(true);
    expect(await press({ key: "Enter", isComposing: true })).toBe(true);
    expect(onSend).not.toHaveBeenCalled();
  });

  it("[S220] sends nothing that is empty after trimming", async () => {
    type(" \n ");
    expect(sendButton().disabled).toBe(true);
    await press({ key: "Enter" });
    expect(onSend).not.toHaveBeenCalled();
  });

  it("does not send a text that is too long, and says so", async () => {
    type("a".repeat(4000));
    expect(sendButton().disabled).toBe(false);
    type("a".repeat(4012));
    expect(sendButton().disabled).toBe(true);
    expect(screen.getByRole("status").textContent).toBe(
      "Messages hold at most 4,000 characters. Shorten this one by 12.",
    );
    await press({ key: "Enter" });
    expect(onSend).not.toHaveBeenCalled();
  });

  it("keeps the draft of this user and conversation over a reload", () => {
    type("Is the block rate");
    cleanup();
    render(<Composer me={me} peer={peer} onSend={onSend} />);
    expect(field().value).toBe("Is the block rate");
    cleanup();
    render(<Composer me={peer.id} peer={{ ...peer, id: me }} onSend={onSend} />);
    expect(field().value).toBe("");
  });

  it("removes the draft when the user signs out", () => {
    type("Between us");
    clearUserStorage(me);
    expect(JSON.stringify({ ...localStorage })).not.toContain("Between us");
  });

  it("restores the text when the device could not store the message", async () => {
    onSend.mockResolvedValue(false);
    type("Do not lose me");
    await press({ key: "Enter" });
    expect(field().value).toBe("Do not lose me");
    expect(conversationNote(me, peer.id).draft).toBe("Do not lose me");
  });
});

describe("the note on length", () => {
  it("is empty, then counts down, then says how much is too much", () => {
    expect(lengthNote(3800)).toBe("");
    expect(lengthNote(3999)).toBe("1 character left");
    expect(lengthNote(5500)).toBe("Messages hold at most 4,000 characters. Shorten this one by 1,500.");
  });
});
