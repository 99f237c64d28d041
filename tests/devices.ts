// Minimal devices for tests: they call the exchange and keep the cursor, but no rows.
import { expect } from "vitest";
import { newId } from "../shared/kit/ids.ts";
import { exchangeAnswer, type ExchangeAnswer, type SentCommand } from "../shared/sync.ts";
import { send, type Answer } from "./http.ts";
import { aPilot, type TestPerson } from "./people.ts";
import type { TestServer } from "./server.ts";

export type Device = { person: TestPerson; clientId: string; cursor: string | null };

export function devicesOf(server: () => TestServer) {
  async function aDevice(person?: TestPerson): Promise<Device> {
    return { person: person ?? (await aPilot(server().db)), clientId: newId(), cursor: null };
  }

  function post(device: Device, over: object = {}, headers = device.person.headers): Promise<Answer<ExchangeAnswer>> {
    const { person, clientId, cursor } = device;
    const body = { clientId, userId: person.id, schema: 1, cursor, commands: [], ...over };
    return send<ExchangeAnswer>(server().url, "POST /api/sync", { body, headers });
  }

  /** A successful exchange; the device stores the cursor. */
  async function exchange(device: Device, commands: SentCommand[] = []): Promise<ExchangeAnswer> {
    const { status, body, text } = await post(device, { commands });
    expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    device.cursor = body.to;
    return exchangeAnswer.parse(body);
  }

  return { aDevice, post, exchange };
}

export const command = (name: string, input: object, id: string = newId()): SentCommand => ({ id, name, input });
export const toPeer = (peer: TestPerson, content = "Is it free on Friday?", aircraftId: string | null = null) =>
  command("messages.send", { receiverId: peer.id, content, aircraftId });

/** The result of each command: its code if it has one, else its status. */
export const statuses = ({ outcomes }: ExchangeAnswer) => outcomes.map(({ status, code }) => code ?? status);
