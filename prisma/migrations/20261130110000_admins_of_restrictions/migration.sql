-- Names without an id could not be replaced when the account of the admin is deleted.
ALTER TABLE "Restriction" ADD COLUMN "createdById" TEXT;
ALTER TABLE "Quarantine" ADD COLUMN "endedById" TEXT;

-- The audit event is of the same transaction.
UPDATE "Restriction" SET "createdById" = (
  SELECT event."actorId" FROM "AuditEvent" AS event
  WHERE event."action" IN ('restriction.hide', 'restriction.suspend', 'person.lock')
    AND event."subjectId" = coalesce("skillSetId", "versionId", "publisherId", "userId")
    AND event."at" BETWEEN "createdAt" - interval '1 minute' AND "createdAt" + interval '1 minute'
  ORDER BY event."at" LIMIT 1);
UPDATE "Quarantine" SET "endedById" = (
  SELECT event."actorId" FROM "AuditEvent" AS event
  WHERE event."action" = 'quarantine.lift' AND event."subjectId" = "skillSetId"
    AND event."at" BETWEEN "endedAt" - interval '1 minute' AND "endedAt" + interval '1 minute'
  ORDER BY event."at" LIMIT 1)
WHERE "endedByName" IS NOT NULL;

-- Of accounts that are deleted already.
UPDATE "Restriction" SET "createdByName" = 'Deleted user'
WHERE "createdById" IN (SELECT "id" FROM "User" WHERE "name" = 'Deleted user' AND "email" LIKE 'deleted-%@deleted.invalid');
UPDATE "PlanRun" SET "confirmedByName" = 'Deleted user'
WHERE "confirmedById" IN (SELECT "id" FROM "User" WHERE "name" = 'Deleted user' AND "email" LIKE 'deleted-%@deleted.invalid');
