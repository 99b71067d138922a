ALTER TABLE "Appeal" ADD COLUMN "decisionReason" TEXT, ADD COLUMN "decidedAt" TIMESTAMP(3);

UPDATE "Appeal" SET "decisionReason" = s."reason", "decidedAt" = s."decidedAt"
FROM "Submission" AS s WHERE "Appeal"."kind" = 'rejection' AND s."id" = "Appeal"."subjectId";

UPDATE "Appeal" SET "decisionReason" = r."reason", "decidedAt" = r."confirmedAt"
FROM "Recall" AS r WHERE "Appeal"."kind" = 'recall' AND r."id" = "Appeal"."subjectId";

UPDATE "Appeal" SET "decisionReason" = r."reason", "decidedAt" = r."createdAt"
FROM "Restriction" AS r WHERE "Appeal"."kind" = 'suspension' AND r."id" = "Appeal"."subjectId";
