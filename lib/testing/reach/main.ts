/**
 * `npm run reach [LIST] [NAME…]`: which packages run as skills, through the services of a publisher's draft. Prints a line of
 * JSON for each package, and the reasons of those that do not run. docs/reach.md has the figures of the last time.
 */
import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import { withServers } from '#bin/bench/demo-servers.ts'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { requireNodeVersion } from '#bin/server/runtime/require-node.ts'
import { openPackageRegistry } from '#lib/testing/package-registry.ts'
import { publishInstalled } from '#lib/testing/publish-installed.ts'
import { measureProbe } from './measure-probe.ts'
import { MORE_NPM_PACKAGES } from './more-npm-packages.ts'
import { NPM_LIBRARIES } from './npm-libraries.ts'
import type { Measured, Probe } from './probe.ts'
import { PYTHON_PACKAGES } from './python-packages.ts'

/** `libraries` and `python` need their registries; `installed` has one of its own. */
const LISTS: Readonly<Record<string, readonly Probe[]>> = {
  libraries: NPM_LIBRARIES,
  python: PYTHON_PACKAGES,
  installed: MORE_NPM_PACKAGES,
}
/** A build is bound by the processor. */
const TOGETHER = 2

requireNodeVersion()
process.chdir(PROJECT_ROOT)
const [list = 'libraries', ...names] = process.argv.slice(2)
const probes = LISTS[list]?.filter(({ name }) => names.length === 0 || names.includes(name))
if (!probes) {
  console.error(`There is no list “${list}”. The lists are ${Object.keys(LISTS).join(', ')}.`)
  process.exit(2)
}
process.env.GUILDHALL_MASTER_KEY = randomBytes(32).toString('base64')
await withServers(async () => {
  const measured = list === 'installed' ? await measureInstalled(probes) : await measureAll(probes)
  printSummary(measured)
})
process.exit(0)

async function measureAll(probes: readonly Probe[]): Promise<Measured[]> {
  const limit = pLimit(TOGETHER)
  return Promise.all(
    probes.map((probe) =>
      limit(async () => {
        const measured = await measureProbe(probe)
        console.log(JSON.stringify(measured))
        return measured
      }),
    ),
  )
}

/** Publishes the packages of node_modules to a registry on this machine. */
async function measureInstalled(probes: readonly Probe[]): Promise<Measured[]> {
  const registry = await openPackageRegistry()
  await publishInstalled(registry, [...new Set(probes.flatMap((each) => Object.keys(each.dependencies)))])
  process.env.GUILDHALL_PACKAGE_REGISTRY = registry.url
  // They have been published just now.
  process.env.GUILDHALL_PACKAGE_AGE_HOURS = '0.0000001'
  try {
    return await measureAll(probes)
  } finally {
    await registry.close()
  }
}

function printSummary(measured: readonly Measured[]): void {
  const ran = measured.filter(({ reached }) => reached === 'ran')
  console.log(`\n${ran.length} of ${measured.length} ran`)
  for (const { name, reached, reason } of measured)
    if (reached !== 'ran')
      console.log(`  ${name} (${reached === 'nothing' ? 'not resolved' : reached}): ${reason}`)
}
