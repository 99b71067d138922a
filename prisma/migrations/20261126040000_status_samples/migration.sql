-- Figures of the installation in rows of five minutes, so that the status page never counts runs.

CREATE TABLE "StatusSample" (
  "at" TIMESTAMP(3) NOT NULL,
  "succeeded" INTEGER NOT NULL DEFAULT 0,
  "failed" INTEGER NOT NULL DEFAULT 0,
  "faults" INTEGER NOT NULL DEFAULT 0,
  "durations" INTEGER[] NOT NULL DEFAULT '{}',
  "queued" INTEGER NOT NULL DEFAULT 0,
  "oldestQueuedSeconds" INTEGER NOT NULL DEFAULT 0,
  "databaseBytes" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "StatusSample_pkey" PRIMARY KEY ("at")
) WITH (fillfactor = 50);
