-- What a person confirms: the version, and the redacted input until they decide.
ALTER TABLE "SpendingConfirmation" ADD COLUMN "versionNumber" TEXT, ADD COLUMN "input" TEXT;
