import type { IntegrationNeed } from '#lib/integrations/integration-needs.ts'
import { paths } from '#lib/site/paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'

type AccountNoticeProps = {
  /** "publisher.skillset" */
  skillSet: string
  title: string
  needs: IntegrationNeed[]
  canConnect: boolean
  /** The page to return to. */
  here: string
}

/** What is missing before the skill can run. Renders nothing if all accounts are ready. */
export function AccountNotice({ skillSet, title, needs, canConnect, here }: AccountNoticeProps) {
  const open = needs.filter(({ state }) => state !== 'ready')
  const [first] = open
  if (!first) return null
  const isOffered = !open.some(({ state }) => state === 'unknown' || state === 'disabled')
  return (
    <Alert
      variant="warning"
      title={
        isOffered ? `${title} needs ${namesOf(open)} before you can run it` : 'This skill cannot run here'
      }
      action={
        isOffered &&
        canConnect && (
          <Button asChild size="sm" variant="outline">
            <Link href={paths.integrationsFor(skillSet, here)}>{connectLabel(first)}</Link>
          </Button>
        )
      }
    >
      {open.map((need) => NOTICE_TEXTS[need.state](need.name)).join(' ')}
      {isOffered && !canConnect && ' Ask an owner or admin of your organisation to connect it.'}
    </Alert>
  )
}

function namesOf(needs: readonly IntegrationNeed[]): string {
  const names = needs.map(({ name }) => name)
  return `${needs.length === 1 ? 'a ' : ''}${new Intl.ListFormat('en-GB').format(names)} ${needs.length === 1 ? 'account' : 'accounts'}`
}

export function connectLabel({ name, state }: Pick<IntegrationNeed, 'name' | 'state'>): string {
  if (state === 'not-allowed') return `Allow ${name}`
  return state === 'unconnected' ? `Connect ${name}` : `Connect ${name} again`
}

const NOTICE_TEXTS: Record<IntegrationNeed['state'], (name: string) => string> = {
  ready: () => '',
  unknown: (name) => `It uses ${name}, which this site does not offer.`,
  disabled: (name) => `${name} is turned off on this site at the moment.`,
  unconnected: (name) => `Your organisation has not connected ${name} yet.`,
  expired: (name) => `The access to your ${name} account has expired.`,
  broken: (name) => `${name} no longer accepts the access to your account.`,
  'not-allowed': (name) =>
    `Your organisation has connected ${name}, and has not allowed this SkillSet to use it.`,
}
