import { expect, it } from "vitest";
import type { OutboxTx, Picture, ReadTx } from "./ports.ts";
import { WaitingPictures } from "./waiting-pictures.ts";

/** Pictures of a device on which a clock is set by hand; `looks` counts the reads of what waits. */
function aDevice() {
  const stored: Picture[] = [];
  const state = { now: 0, looks: 0, uploads: 0 };
  const tx = {
    meta: () => Promise.resolve({}),
    pictures: () => Promise.resolve(stored),
    putPicture: (picture: Picture) => Promise.resolve(void stored.push(picture)),
  } as unknown as ReadTx & OutboxTx;
  const pictures: WaitingPictures = new WaitingPictures({
    ports: {
      store: {
        read: (work: (tx: ReadTx) => Promise<unknown>) => {
          state.looks += 1;
          return work(tx);
        },
      },
      clock: { now: () => 0, elapsed: () => state.now },
      isStopped: () => false,
    } as never,
    uploads: { port: {} as never, uploadWaiting: () => Promise.resolve(void (state.uploads += 1)) } as never,
    newId: () => "1",
    keep: async (write) => {
      const kept = await write(tx);
      await pictures.upload(true);
      return kept;
    },
  });
  return { pictures, state, stored };
}

it("[S1307] looks for waiting pictures once in 30 seconds while it finds none, and at once after one was added", async () => {
  const { pictures, state, stored } = aDevice();
  for (let press = 0; press < 3; press++) await pictures.upload(true);
  expect(state).toMatchObject({ looks: 1, uploads: 0 });
  // Another tab has added a picture and was closed.
  stored.push({ id: "other", data: new Blob(["other"]), at: 0 });
  state.now = 29_000;
  await pictures.upload(false);
  expect(state).toMatchObject({ looks: 1, uploads: 0 });
  state.now = 30_000;
  await pictures.upload(false);
  expect(state).toMatchObject({ looks: 2, uploads: 1 });

  stored.length = 0;
  await pictures.upload(true);
  await pictures.add(new Blob(["own"]));
  expect(state).toMatchObject({ looks: 4, uploads: 2 });
});
