-- What one person did, for their page and for the deletion of their account.
CREATE INDEX "AuditEvent_actorId_at_idx" ON "AuditEvent" ("actorId", at);

-- Names of people who deleted their accounts before the log forgot them.
UPDATE "AuditEvent" e SET "actorName" = 'Deleted user'
FROM "User" u
WHERE u.id = e."actorId" AND u.email = 'deleted-' || u.id || '@deleted.invalid';

UPDATE "AuditEvent" e SET "subject" = 'Deleted user', "data" = '{}'
FROM "User" u
WHERE e."subjectType" = 'person' AND u.id = e."subjectId" AND u.email = 'deleted-' || u.id || '@deleted.invalid';
