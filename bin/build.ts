import { buildIfStale } from './server/build/build-if-stale.ts'

try {
  const commit = await buildIfStale({ log: console.log })
  console.log(`The build is up to date (commit ${commit.slice(0, 12)}).`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
