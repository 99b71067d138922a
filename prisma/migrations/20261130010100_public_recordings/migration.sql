-- A publisher may let everyone download the responses of a recording.
ALTER TABLE "ExampleRecording" ADD COLUMN "publicAt" TIMESTAMP(3);
