// Runs jobs of graphile-worker until its input ends, and tells on its output how many it has run.
import { Logger, run } from "graphile-worker";

const CONCURRENT_JOBS = 24;
const TELL_EVERY_MS = 2;

const batching =
  process.env.BATCHING === "1"
    ? { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
    : { localQueue: { size: -1 }, completeJobBatchDelay: -1, failJobBatchDelay: -1 };

let untold = 0;

const runner = await run({
  preset: {
    worker: {
      connectionString: process.env.DATABASE_URL,
      concurrentJobs: CONCURRENT_JOBS,
      maxPoolSize: CONCURRENT_JOBS + 1,
      logger: new Logger(() => () => {}),
      ...batching,
    },
  },
  taskList: {
    no_op: () => {
      untold++;
    },
    numbered: ({ number }) => {
      process.stdout.write(`started ${number}\n`);
    },
  },
  noHandleSignals: true,
});

const telling = setInterval(() => {
  if (untold > 0) {
    process.stdout.write(`ran ${untold}\n`);
    untold = 0;
  }
}, TELL_EVERY_MS);

process.stdin.on("end", async () => {
  clearInterval(telling);
  await runner.stop();
  process.exit(0);
});
process.stdin.resume();
process.stdout.write("ready\n");
