import type { ReactNode } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import type { HostHealth } from '#lib/sandbox/sandbox.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'

type Well = Extract<HostHealth, { ok: true }>

/** Each machine that runs publishers' code: whether it answers, what holds the code in, and how busy it is. */
export function SandboxHosts({ hosts }: { hosts: HostHealth[] }) {
  return (
    <section aria-labelledby="hosts" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="hosts" className="font-semibold text-lg tracking-tight">
          Sandbox hosts
        </h2>
        <p className="text-muted-foreground text-sm">
          The machines that run publishers’ code. A publisher’s runs go to the same host, and elsewhere while
          that one is full or down.{' '}
          <Link href={paths.docsSandbox} className="underline underline-offset-4">
            How to add a host
          </Link>
        </p>
      </div>
      <ul className="grid gap-3">
        {hosts.map((host) => (
          <li key={host.name} className="grid gap-4 rounded-lg border border-border bg-card p-5 shadow-xs">
            <div className="flex items-start justify-between gap-4">
              <h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">
                {host.name === 'local' ? 'This machine' : host.name}
              </h3>
              <HostBadge host={host} />
            </div>
            {host.ok ? <HostFacts host={host} /> : <Unanswered host={host} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function HostBadge({ host }: { host: HostHealth }) {
  if (!host.ok) return <Badge variant="destructive">Does not answer</Badge>
  return host.isDegraded ? <Badge variant="warning">No jail</Badge> : <Badge variant="success">Works</Badge>
}

function Unanswered({ host }: { host: Extract<HostHealth, { ok: false }> }) {
  const isLocal = host.name === 'local'
  const isWorker = /^https?:/.test(host.name)
  return (
    <Alert variant="destructive" title="New runs go to the other hosts, if there are any">
      {isLocal
        ? 'The start brings it up again by itself; the terminal says why it stopped. '
        : isWorker
          ? 'Look whether the worker is deployed and GUILDHALL_SANDBOX_WORKER_TOKEN is its TOKEN. '
          : 'Look whether sandboxd runs there and whether this machine reaches its port. '}
      It says: {host.why}
    </Alert>
  )
}

const PYTHON = {
  ready: 'ready',
  preparing: 'being prepared; runs wait for it',
  missing: 'cannot be started; the log of sandboxd says why',
  never: 'runs on other hosts',
} as const

function HostFacts({ host }: { host: Well }) {
  const { running, waiting, idle, starting, capacity } = host
  return (
    <>
      {host.isDegraded && <NoJail host={host} />}
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Fact name="Jail">{sentence(host.jail.replace(/^jailed by /, ''))}</Fact>
        <Fact name="Memory">{sentence(host.memory.replace(/^memory /, ''))}</Fact>
        <Fact name="JavaScript">{host.engine}</Fact>
        <Fact name="Python">{sentence(PYTHON[host.python])}</Fact>
        <Fact name="Runs">
          {running} of {capacity} places taken, {waiting} waiting
        </Fact>
        <Fact name="Processes">
          {idle} kept warm{starting > 0 && `, ${starting} starting`}
        </Fact>
      </dl>
    </>
  )
}

/** What it means that nothing holds the code in, and what to do about each way that was tried. */
function NoJail({ host }: { host: Well }) {
  return (
    <Alert variant="warning" title="Nothing but the engine stands between skills and this host">
      <p>
        Reviewed skills and a publisher’s own drafts run. Code that nobody has reviewed is refused to everyone
        else. To get a jail, fix one of these and restart the sandbox:
      </p>
      <ul className="mt-1 list-disc ps-5">
        {host.findings.map(({ name, why }) => (
          <li key={name}>
            {name}: {why}
          </li>
        ))}
        {host.findings.length === 0 && <li>GUILDHALL_SANDBOX_JAIL says “none”: remove that setting.</li>}
      </ul>
    </Alert>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 sm:contents">
      <dt className="font-medium">{name}</dt>
      <dd className="text-muted-foreground [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
