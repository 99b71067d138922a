-- A notice that still has to be sent to many people. A worker sends it in batches after the change that it is about.
CREATE TABLE "NoticeFanOut" (
  "id" TEXT NOT NULL,
  "notice" JSON NOT NULL,
  "memberOfId" TEXT NOT NULL,
  "adminsOfIds" TEXT[] NOT NULL,
  "exceptUserId" TEXT NOT NULL,
  "lastUserId" TEXT NOT NULL DEFAULT '',
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "NoticeFanOut_pkey" PRIMARY KEY ("id")
);
