-- 0 days: inputs and outputs are not stored. The values are a list in lib/organisations/retention-days.ts.
ALTER TABLE "Organisation" DROP CONSTRAINT "Organisation_runRetentionDays_check";
