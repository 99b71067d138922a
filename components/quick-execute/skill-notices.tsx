import type { SkillPage } from '#lib/catalog/views.ts'
import { VersionNotice } from '../skill-set/version-state.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'

type SkillNoticesProps = {
  page: SkillPage
  /** Why this installation cannot run it; undefined when it can. */
  lack?: string
}

/** What stands between the reader and a run, before they have typed anything. */
export function SkillNotices({ page, lack }: SkillNoticesProps) {
  const { version, config, skillSet } = page
  const labels = config.missing.map(
    (key) => skillSet.configDefinitions.find((definition) => definition.key === key)?.label ?? key,
  )
  return (
    <>
      <VersionNotice version={version} />
      {lack && (
        <Alert variant="warning" title="This skill cannot run here yet">
          {lack} You can read its contract all the same.
        </Alert>
      )}
      {labels.length > 0 && config.href && (
        <Alert
          variant="warning"
          title={`${skillSet.name} has to be configured first`}
          action={
            config.canEdit && (
              <Button asChild size="sm" variant="outline">
                <Link href={config.href}>Open the configuration</Link>
              </Button>
            )
          }
        >
          Not set: {labels.join(', ')}.
          {!config.canEdit && ' An owner or admin of your organisation can set it.'}
        </Alert>
      )}
    </>
  )
}
