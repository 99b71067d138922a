-- One spelling for each subject and action: the log is filtered by them.
UPDATE "AuditEvent" SET "subjectType" = 'skill_set' WHERE "subjectType" = 'skillset';
UPDATE "AuditEvent" SET "action" = 'organisation.free_runs' WHERE "action" = 'organisation.free-runs';
