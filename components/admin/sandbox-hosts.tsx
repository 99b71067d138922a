import type { ReactNode } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { capitalise } from '#lib/kernel/text/format.ts'
import type { HostHealth } from '#lib/sandbox/sandbox.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { TextLink } from '../ui/text-link.tsx'

type ReachableHost = Extract<HostHealth, { ok: true }>

export function SandboxHosts({ hosts }: { hosts: HostHealth[] }) {
  return (
    <section aria-labelledby="hosts" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="hosts" className="font-semibold text-lg tracking-tight">
          Sandbox hosts
        </h2>
        <p className="text-muted-foreground text-sm">
          Machines that run publishers’ code. The runs of a publisher go to one host, or to another while that
          host is full or down. <TextLink href={paths.docsSandbox}>How to add a host</TextLink>
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
            {host.ok ? <HostFacts host={host} /> : <UnreachableHost host={host} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function HostBadge({ host }: { host: HostHealth }) {
  if (!host.ok) return <Badge variant="destructive">Unreachable</Badge>
  return host.isDegraded ? (
    <Badge variant="warning">No jail</Badge>
  ) : (
    <Badge variant="success">Operational</Badge>
  )
}

function UnreachableHost({ host }: { host: Extract<HostHealth, { ok: false }> }) {
  const isLocal = host.name === 'local'
  const isWorker = /^https?:/.test(host.name)
  return (
    <Alert variant="destructive" title="New runs go to the other hosts, if there are any">
      {isLocal
        ? 'The sandbox restarts automatically. The terminal shows why it stopped. '
        : isWorker
          ? 'Check that the worker is deployed and that GUILDHALL_SANDBOX_WORKER_TOKEN matches its TOKEN. '
          : 'Check that sandboxd is running there and that this machine can reach its port. '}
      Error: {host.reason}
    </Alert>
  )
}

const PYTHON = {
  ready: 'ready',
  preparing: 'not ready yet; runs wait for it',
  missing: 'cannot start; the sandboxd log shows why',
  never: 'runs on other hosts',
} as const

function HostFacts({ host }: { host: ReachableHost }) {
  const { running, waiting, idle, starting, capacity } = host
  return (
    <>
      {host.isDegraded && <NoJail host={host} />}
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Fact name="Jail">{capitalise(host.jail.replace(/^jailed by /, ''))}</Fact>
        <Fact name="Memory">{capitalise(host.memory.replace(/^memory /, ''))}</Fact>
        <Fact name="JavaScript">{host.engine}</Fact>
        <Fact name="Python">{capitalise(PYTHON[host.python])}</Fact>
        <Fact name="Runs">
          {running} of {capacity} slots in use, {waiting} queued
        </Fact>
        <Fact name="Processes">
          {idle} idle{starting > 0 && `, ${starting} starting`}
        </Fact>
      </dl>
    </>
  )
}

function NoJail({ host }: { host: ReachableHost }) {
  return (
    <Alert variant="warning" title="Skills run without a jail on this host">
      <p>
        Only versions that an admin approved run here. Drafts, private versions and code from a request run
        only while no other machine can reach this site. To enable the jail, fix one of these and restart the
        sandbox:
      </p>
      <ul className="mt-1 list-disc ps-5">
        {host.findings.map(({ name, reason }) => (
          <li key={name}>
            {name}: {reason}
          </li>
        ))}
        {host.findings.length === 0 && <li>GUILDHALL_SANDBOX_JAIL is “none”. Remove that setting.</li>}
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
