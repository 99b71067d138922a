-- By which of its parent's calls a run was started, so that a worker that takes up the parent does not start it again.
ALTER TABLE "Run" ADD COLUMN "callNumber" integer;
