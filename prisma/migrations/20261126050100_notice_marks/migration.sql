-- When a notice about a lasting state was last sent, so that it is not repeated with every run.

CREATE TABLE "NoticeMark" (
  "key" TEXT NOT NULL,
  "at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "NoticeMark_pkey" PRIMARY KEY ("key")
);
