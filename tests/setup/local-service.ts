// Starts and ends programs that listen on a port of this machine.
import { once } from "node:events";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";

/** The path of a program, also in the folder that Debian has on root's PATH alone; null where it is not installed. */
export function installed(name: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin"];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** A program that tests kill and start again at the same address. */
export type Killable = { kill(): Promise<void>; start(): Promise<void> };

/** Keeps one child of `launch`; `start` waits until it listens on `port`. */
export function killable(port: number, launch: () => ChildProcess): Killable {
  let child: ChildProcess | null = null;
  return {
    async kill() {
      const dying = child;
      child = null;
      await killed(dying);
    },
    async start() {
      child = launch();
      await listening(child, port);
    },
  };
}

/** Ends a program at once, as a crash does; nothing for one that has ended. */
async function killed(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Waits until the program accepts connections. @throws if it ends before */
async function listening(child: ChildProcess, port: number): Promise<void> {
  while (!(await answers(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnfile} ended with ${child.exitCode ?? child.signalCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
