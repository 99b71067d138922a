-- What the skill might do when it ran; of runs before this, it is derived from their version.
ALTER TABLE "Run" ADD COLUMN "permissionsHash" TEXT;
