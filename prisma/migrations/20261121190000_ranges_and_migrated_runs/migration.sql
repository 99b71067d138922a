-- An install may follow a range; without one it stays exactly on its version, as every install before did.
ALTER TABLE "Install" ADD COLUMN "range" TEXT;

-- What a run tells its caller about the version it ran on, and where its input came from when that was migrated.
ALTER TABLE "Run" ADD COLUMN "migration" JSON,
ADD COLUMN "notices" JSON;
