// Starts the slow test files first, so that no worker runs one of them alone at the end. A new checkout has no measured
// durations, so this list has them.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of files that take longer than about eight. `upload-bytes` is left out: it and `s3` both start Swift. */
const seconds: Readonly<Record<string, number>> = {
  "sync-server/reads/among-writers.pg.test.ts": 34,
  "tests/phones/kills.test.ts": 33,
  "sync-server/http/uploads/s3.pg.test.ts": 29,
  "tests/sync/model-server.pg.test.ts": 28,
  "sync-server/push/push.pg.test.ts": 23,
  "tests/phones/one-person.test.ts": 21,
  "sync-server/writes/limits.pg.test.ts": 20,
  "sync-server/writes/admission.pg.test.ts": 19,
  "tests/phones/push-crowd.test.ts": 18,
  "sync-server/push/quiet-hours.pg.test.ts": 17,
  "tests/phones/restored-copy.test.ts": 17,
  "sync-server/boot/boot.pg.test.ts": 16,
  "sync-server/live/live.pg.test.ts": 16,
  "sync-server/http/exchange.pg.test.ts": 15,
  "tests/house/patterns.test.ts": 14,
  "tests/model/model.test.ts": 13,
  "sync-server/http/uploads/upload-faults.pg.test.ts": 12,
  "tests/phones/troubles.test.ts": 11,
  "tests/model/bookings/market.pg.test.ts": 9,
  "sync-server/domain/uploads/picture.test.ts": 10,
  "sync-server/domain/uploads/store.test.ts": 9,
  "tests/model/bookings/market-mutants.pg.test.ts": 9,
  "tests/model/mutants.test.ts": 8,
};

/** The order of the other files: projects with slow files first. */
const projects = ["phones", "pg", "model", "house", "dom", "unit"];

export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const place = ({ moduleId, project }: TestSpecification) => {
      const file = moduleId.slice(root.length + 1);
      return { file, seconds: seconds[file] ?? 0, project: projects.indexOf(project.name) };
    };
    return Promise.resolve(
      files
        .map((spec) => ({ spec, ...place(spec) }))
        .sort((a, b) => b.seconds - a.seconds || a.project - b.project || (a.file < b.file ? -1 : 1))
        .map(({ spec }) => spec),
    );
  }
}
