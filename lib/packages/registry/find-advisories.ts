/** Known vulnerabilities of locked packages, from the operator's npm registry or, for Python, an OSV service that they name. */
import { LRUCache } from 'lru-cache'
import semver from 'semver'
import { z } from 'zod'
import type { DependencyLock, LockedPackage } from '../../contracts/packages/dependencies.ts'
import { lockDigest } from '../../contracts/packages/lock-digest.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { readPackageOptions } from '../package-options.ts'
import { askRegistry } from './ask-registry.ts'

export type Advisory = {
  name: string
  version: string
  title: string
  /** `critical`, `high`, `moderate` or `low`; other words of the source as they are, and "" for none. */
  severity: string
  /** The versions that it is about, in the source's words. */
  range: string
  url: string | null
}

/** `source` is the host that answered; null if none did, which is not the same as no advisories. */
export type AdvisoryReport = { source: string | null; advisories: Advisory[] }

const NO_SOURCE: AdvisoryReport = { source: null, advisories: [] }

/** A page of a review is opened many times; new advisories appear over days. */
const reports = new LRUCache<string, AdvisoryReport>({ max: 200 })
const KEPT_MS = { answered: 10 * 60_000, unanswered: 60_000 }

/** Never rejects: where no source answers, reviewers and publishers are told so. Returns null without packages. */
export async function findAdvisories(
  db: Database,
  lock: DependencyLock | undefined,
): Promise<AdvisoryReport | null> {
  if (!lock || lock.packages.length === 0) return null
  const key = `${lockDigest(lock)} ${process.env.GUILDHALL_ADVISORIES ?? ''}`
  const known = reports.get(key)
  if (known) return known
  const asked = lock.kind === 'python' ? askOsv(lock) : askNpm(db, lock)
  const report = await asked.catch(() => NO_SOURCE)
  reports.set(key, report, { ttl: report.source === null ? KEPT_MS.unanswered : KEPT_MS.answered })
  return report
}

const SEVERITIES = ['critical', 'high', 'moderate', 'low']

/** Sorts the most severe first; words that npm does not use come last. */
function bySeverity(advisories: Advisory[]): Advisory[] {
  const rank = ({ severity }: Advisory) =>
    (SEVERITIES.indexOf(severity) + SEVERITIES.length + 1) % (SEVERITIES.length + 1)
  return advisories.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}

/** Only addresses of the web become links. */
function webAddress(url: string | null | undefined): string | null {
  return url && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : null
}

/** The answer of npm's registry to `npm audit`: advisories by package. */
const NpmAnswer = z.record(
  z.string(),
  z.array(
    z.object({
      title: z.string().default('An advisory without a title'),
      severity: z.string().default(''),
      vulnerable_versions: z.string().default('*'),
      url: z.string().nullish(),
    }),
  ),
)

async function askNpm(db: Database, { packages }: DependencyLock): Promise<AdvisoryReport> {
  const { registry, token } = await readPackageOptions(db)
  const versions = Map.groupBy(packages, ({ name }) => name)
  const body = Object.fromEntries(
    [...versions].map(([name, all]) => [name, all.map(({ version }) => version)]),
  )
  const address = new URL('-/npm/v1/security/advisories/bulk', registry)
  const answer = await askRegistry(address.href, { token, body })
  const { data } = NpmAnswer.safeParse(answer.body)
  if (answer.status !== 200 || !data) return NO_SOURCE
  const advisories = packages.flatMap(({ name, version }) =>
    (data[name] ?? [])
      .filter((each) => semver.satisfies(version, each.vulnerable_versions, { includePrerelease: true }))
      .map((each) => ({
        ...{ name, version, title: each.title, severity: each.severity },
        ...{ range: each.vulnerable_versions, url: webAddress(each.url) },
      })),
  )
  return { source: address.host, advisories: bySeverity(advisories) }
}

/** https://google.github.io/osv.dev/post-v1-querybatch/ */
const OsvMatches = z.object({
  results: z.array(z.object({ vulns: z.array(z.object({ id: z.string() })).optional() })),
})

/** https://ossf.github.io/osv-schema/ */
const OsvVulnerability = z.object({
  summary: z.string().optional(),
  details: z.string().optional(),
  database_specific: z.object({ severity: z.string().optional() }).optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ name: z.string() }).optional(),
        ranges: z.array(z.object({ events: z.array(z.record(z.string(), z.string())) })).optional(),
      }),
    )
    .optional(),
})

const MAX_READ = 50

/** Without an address that the operator names, no source is asked: no package list leaves the site unasked. */
async function askOsv({ packages }: DependencyLock): Promise<AdvisoryReport> {
  const base = process.env.GUILDHALL_ADVISORIES
  if (!base) return NO_SOURCE
  const address = (path: string) => new URL(path, base.endsWith('/') ? base : `${base}/`).href
  const queries = packages.map(({ name, version }) => ({ package: { name, ecosystem: 'PyPI' }, version }))
  const answer = await askRegistry(address('v1/querybatch'), { body: { queries } })
  const { data } = OsvMatches.safeParse(answer.body)
  if (answer.status !== 200 || !data) return NO_SOURCE
  const matches = data.results.flatMap(({ vulns = [] }, index) =>
    vulns.map(({ id }) => ({ id, locked: packages[index] })),
  )
  const read = matches.slice(0, MAX_READ).map(({ id, locked }) => readVulnerability(address, id, locked))
  return { source: new URL(base).host, advisories: bySeverity((await Promise.all(read)).flat()) }
}

async function readVulnerability(
  address: (path: string) => string,
  id: string,
  locked: LockedPackage | undefined,
): Promise<Advisory[]> {
  if (!locked) return []
  const { name, version } = locked
  const answer = await askRegistry(address(`v1/vulns/${encodeURIComponent(id)}`), {})
  const { data } = OsvVulnerability.safeParse(answer.body)
  const events = data?.affected?.flatMap(({ ranges = [] }) => ranges.flatMap((range) => range.events)) ?? []
  const range = events
    .map((event) =>
      Object.entries(event)
        .map(([what, at]) => `${what} ${at}`)
        .join(' '),
    )
    .join(', ')
  return [
    {
      ...{ name, version, title: data?.summary || data?.details?.slice(0, 200) || id },
      severity: (data?.database_specific?.severity ?? '').toLowerCase(),
      ...{ range, url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}` },
    },
  ]
}
