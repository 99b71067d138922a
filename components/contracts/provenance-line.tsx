import type { Provenance } from '#lib/catalog/model/provenance.ts'

export function ProvenanceLine({ provenance }: { provenance: Provenance }) {
  const { repository, repositoryUrl, commit, commitUrl, workflow, runUrl } = provenance
  const link = 'underline underline-offset-4'
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      Built from{' '}
      <a href={repositoryUrl} className={link} rel="noopener nofollow">
        {repository}
      </a>{' '}
      at commit{' '}
      <a href={commitUrl} className={link} rel="noopener nofollow">
        <code>{commit.slice(0, 7)}</code>
      </a>{' '}
      by{' '}
      <a href={runUrl} className={link} rel="noopener nofollow">
        a run of {workflow}
      </a>
      . GitHub’s signature was verified.
    </p>
  )
}
