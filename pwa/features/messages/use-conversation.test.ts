import { expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { sendMessage } from "./use-conversation.ts";

it("[S294] sends nothing without a signed-in user", async () => {
  const message = { id: newId(), receiverId: newId(), content: "Is it free?", aircraftId: null };
  await expect(sendMessage(message)).rejects.toThrow("Not authenticated");
});
