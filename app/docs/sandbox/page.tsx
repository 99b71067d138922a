import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { BENCH, BENCH_MACHINE } from '#components/docs/sandbox-bench.ts'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'

export const metadata: Metadata = { title: 'Sandbox' }

const NOT_ON_CLOUDFLARE = [
  ['Network', 'requests pass our guard, which pins addresses and keeps to the declared hosts'],
  ['Secrets', 'they leave this site only through the guard, and never by way of a third party'],
  ['Calls of skills, tools and blobs', 'there is no way back to this site while a run goes on'],
  ['Python', 'it starts from our memory snapshot, which Cloudflare does not take'],
  ['Code nobody has reviewed', 'here it gets a process that is used once'],
]

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
        description="Where publishers’ code runs: how it is isolated, how to add hosts, and how fast it is."
      />
      <Section id="how" title="How code is isolated">
        <Text>
          <p>
            Skills run in sandboxd, a process apart from the web server and without its secrets. It starts
            engine processes (workerd; Python is Pyodide inside of it), each for one publisher and one run at
            a time, and every run gets a fresh isolate in which nothing of an earlier one is left: it is made
            ahead, of the code that the process ran last, so that mostly nobody waits for it. Code that no
            admin has approved gets a process that is used once, unless its own publisher runs it.
          </p>
          <p>
            <Link href={`${paths.docsHandler}#limits`}>Limits</Link> are kept from outside: whoever takes too
            much time, processor or memory loses its process, and its neighbours notice nothing. Around each
            process is the best jail that works on the host:
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
            missing for the others. Admins see the same of every host under Status. The hosts that a skill may
            reach are looked up at the machine’s name servers; its hosts file and search domains do not count,
            because a declared host means that very name. workerd itself says that it is not enough against
            determined attackers: where strangers publish, give the sandbox a machine of its own, as below.
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
      <Section id="cloudflare" title="On Cloudflare">
        <Text>
          <p>
            The dispatcher and the harness that run skills here run on Cloudflare Dynamic Workers as they are.
            Before them stands a small entry worker, which knows the site by a token and gives each run the
            processor time it may have. One command writes the folder that wrangler deploys:
          </p>
        </Text>
        <Sample label="Once, with a Cloudflare account that has Dynamic Workers">
          {`npm run cli -- sandbox worker --out ./worker
cd worker
npx wrangler deploy
npx wrangler secret put TOKEN`}
        </Sample>
        <Sample label="In the site’s .env, with the same token">
          {`GUILDHALL_SANDBOX_HOSTS=local,https://guildhall-sandbox.example.workers.dev
GUILDHALL_SANDBOX_WORKER_TOKEN=…`}
        </Sample>
        <Text>
          <p>
            Every run gets a fresh isolate there too, and what it says is read with the same distrust.
            Isolation, processor time and memory are Cloudflare’s to keep. What needs more than that runs on
            the other hosts of the list; without one it ends with TOOL_NOT_AVAILABLE and a sentence why:
          </p>
        </Text>
        <DataTable label="What stays off Cloudflare" columns={['What', 'Why']} rows={NOT_ON_CLOUDFLARE} />
        <Text>
          <p>Said plainly, what was run and what was not:</p>
          <ul>
            <li>
              Run: one set of tests against the local sandbox and against this worker on a local workerd in
              Cloudflare’s place (results, errors, logs, limits of time and output, cancelling, a wrong token,
              a worker that dies). The configuration went through <Code>wrangler deploy --dry-run</Code>{' '}
              (4.86), which takes it and names the modules as the dispatcher asks for them.
            </li>
            <li>
              Not run: a real deployment. So nobody has measured its speed or its bill; a fresh isolate each
              time counts as a new Dynamic Worker. Nor has anybody seen Cloudflare end a run for its processor
              time or memory: a local workerd has no such limits. The site then expects the answer to break
              off, and tells the run as lost, uncharged, instead of naming the limit.
            </li>
            <li>
              A skill that hides the names callSkill, tools or blobs from a reader of its text may still be
              sent there. Its call is then refused with TOOL_NOT_AVAILABLE.
            </li>
          </ul>
        </Text>
      </Section>
      <Section id="speed" title="How fast it is">
        <Text>
          <p>
            Measured by <Code>npm run bench sandbox</Code> on {BENCH_MACHINE}. Milliseconds say little about
            another machine; ratios travel better. Run it on yours. Two thirds of a warm run are the making of
            its isolate; the rest is finding the version, recording the run and its end.
          </p>
        </Text>
        <DataTable label="Speed of the sandbox" columns={['What', 'Measured', 'Goal']} rows={BENCH} />
      </Section>
    </Page>
  )
}
