import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { BENCH, BENCH_MACHINE } from '#components/docs/sandbox-bench.ts'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'

export const metadata: Metadata = { title: 'Sandbox' }

const JAILS = [
  [
    'bubblewrap',
    'no network, no files but a handful that are read-only, no other process, no environment, nobody’s rights, and few system calls (seccomp)',
  ],
  ['namespaces', 'the same without seccomp, by util-linux, where bubblewrap is not installed'],
  ['none', 'only the engine. Code that nobody has reviewed is refused to everyone but its publisher'],
]

export default function SandboxPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Sandbox"
        description="Where publishers’ code runs: what holds it in, how to add hosts, and how fast it is."
      />
      <Section id="how" title="How code is held in">
        <Text>
          <p>
            Skills run in sandboxd, a process apart from the web server and without its secrets. It starts
            engine processes (workerd; Python is Pyodide inside of it), each for one publisher and one run at
            a time, and every run gets a fresh isolate in which nothing of an earlier one is left. Code that
            no admin has approved gets a process that is used once, unless its own publisher runs it.
          </p>
          <p>
            Limits are kept from outside: whoever takes too much time, processor or memory loses its process,
            and its neighbours notice nothing. Around each process is the best jail that works on the host:
          </p>
        </Text>
        <DataTable
          label="Jails"
          columns={['Jail', 'What is inside']}
          rows={JAILS.map(([name, what]) => [<Code key={name}>{name}</Code>, what])}
        />
        <Text>
          <p>
            <Code>npm run cli -- sandbox doctor</Code> tells which of them hold on a machine and what is
            missing for the others. Admins see the same of every host under Status. workerd itself says that
            it is not enough against determined attackers: where strangers publish, give the sandbox a machine
            of its own, as below.
          </p>
        </Text>
      </Section>
      <Section id="hosts" title="More hosts">
        <Text>
          <p>
            A host is any Linux machine with a checkout and <Code>npm install</Code>; it needs no database and
            no settings. The site and the host know each other by certificates, which one command makes:
          </p>
        </Text>
        <Sample label="Once, where you keep secrets">
          {`npm run cli -- sandbox certs --out ./certs --host box-a.internal`}
        </Sample>
        <Sample label="On the host, with the folder certs/host-box-a.internal">
          {`npm run cli -- sandbox snapshot
npm run sandboxd -- --listen 0.0.0.0:7443 --certs ./host-box-a.internal`}
        </Sample>
        <Sample label="In the site’s .env, with the folder certs/site">
          {`GUILDHALL_SANDBOX_HOSTS=tls://box-a.internal:7443,tls://box-b.internal:7443
GUILDHALL_SANDBOX_CERTS=/etc/guildhall/site`}
        </Sample>
        <Text>
          <ul>
            <li>
              <Code>local</Code> in the list is the sandbox beside the site. Without the setting it is the
              only one; with a list that does not name it, none is started there.
            </li>
            <li>
              A publisher’s runs go to the same host, where its processes are warm. They go to the least
              loaded one while that host is full, and to the next in the publisher’s own order while it is
              down.
            </li>
            <li>
              When a host dies, the runs on it end as failed with TOOL_NOT_AVAILABLE and are not charged. They
              are not begun again elsewhere: a skill may have sent something already. New runs go to the other
              hosts at once, and the host is used again when it is back.
            </li>
            <li>
              A host answers only callers with a certificate of the same authority, made for calling; TLS 1.3.
              It does not listen without the files to check that. Replace certificates once a year and restart
              both sides.
            </li>
          </ul>
        </Text>
      </Section>
      <Section id="speed" title="How fast it is">
        <Text>
          <p>
            Measured by <Code>npm run bench sandbox</Code> on {BENCH_MACHINE}. Milliseconds there say little
            about another machine, and the goals were not met under that load; ratios travel better. Run it on
            yours. Most of a warm run is the service’s own work around the isolate: finding the version,
            recording the run and its end.
          </p>
        </Text>
        <DataTable label="Speed of the sandbox" columns={['What', 'Measured', 'Goal']} rows={BENCH} />
      </Section>
    </Page>
  )
}
