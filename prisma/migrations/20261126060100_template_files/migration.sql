-- The sample files that a plan template reads: {path, content}[].
ALTER TABLE "PlanTemplate" ADD COLUMN "files" JSON NOT NULL DEFAULT '[]';
