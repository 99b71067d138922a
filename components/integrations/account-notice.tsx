import type { IntegrationNeed } from '#lib/integrations/integration-needs.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { Alert } from '../ui/alert.tsx'
import { LinkButton } from '../ui/button.tsx'

type AccountNoticeProps = {
  /** The full name, as "publisher.skillset". */
  skillSet: string
  title: string
  needs: IntegrationNeed[]
  canConnect: boolean
  here: string
}

export function AccountNotice({ skillSet, title, needs, canConnect, here }: AccountNoticeProps) {
  const open = needs.filter(({ state }) => state !== 'ready')
  const [first] = open
  if (!first) return null
  const isOffered = !open.some(({ state }) => state === 'unknown' || state === 'disabled')
  return (
    <Alert
      variant="warning"
      title={
        isOffered
          ? `${title} needs ${joinProviderNames(open)} before you can run it`
          : 'This skill cannot run here'
      }
      action={
        isOffered &&
        canConnect && (
          <LinkButton href={paths.integrationsFor(skillSet, here)} size="sm" variant="outline">
            {open.length > 1 ? 'Connect accounts' : connectLabel(first)}
          </LinkButton>
        )
      }
    >
      {describeNeeds(open)}
      {isOffered && !canConnect && ' Ask an owner or admin of your organisation to connect it.'}
    </Alert>
  )
}

const formatList = (names: string[]) => new Intl.ListFormat('en-GB').format(names)

function joinProviderNames(needs: readonly IntegrationNeed[]): string {
  const names = formatList(needs.map(({ name }) => name))
  return needs.length === 1 ? `a ${names} account` : `${names} accounts`
}

function describeNeeds(needs: readonly IntegrationNeed[]): string {
  const states = [...new Set(needs.map(({ state }) => state))]
  return states
    .map((state) => {
      const same = needs.filter((need) => need.state === state)
      return NOTICE_TEXTS[state](formatList(same.map(({ name }) => name)))
    })
    .join(' ')
}

export function connectLabel({ name, state }: Pick<IntegrationNeed, 'name' | 'state'>): string {
  if (state === 'not-allowed') return `Allow ${name}`
  return state === 'unconnected' ? `Connect ${name}` : `Connect ${name} again`
}

const NOTICE_TEXTS: Record<IntegrationNeed['state'], (name: string) => string> = {
  ready: () => '',
  unknown: (name) => `The skill uses ${name}, which this site does not offer.`,
  disabled: (name) => `The operator of this site has turned off ${name} for now.`,
  unconnected: (name) => `Your organisation has not connected ${name} yet.`,
  expired: (name) => `The access to your ${name} account has expired.`,
  broken: (name) => `Your access to ${name} is no longer accepted.`,
  'not-allowed': (name) =>
    `Your organisation has connected ${name}, and has not allowed this SkillSet to use that.`,
}
