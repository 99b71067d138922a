import type { ReactNode } from 'react'
import { PROOF_METHODS, type ProofMethod, type ProofView } from '#lib/publishing/model/publisher-proofs.ts'
import type { ProofSettings } from '#lib/publishing/publishers/proofs.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Time } from '../../ui/time.tsx'
import { RequestForm, type SendProfile } from './profile-forms.tsx'

type ProofFormsProps = {
  settings: ProofSettings
  prove: (method: ProofMethod, subject: string) => SendProfile
  remove: (method: ProofMethod) => SendProfile
}

/** What a publisher has proven about itself, and how to prove more. */
export function ProofForms({ settings: { proofs, domain, repositories }, prove, remove }: ProofFormsProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {proofs.length > 0 && (
        <ul className="grid gap-3">
          {proofs.map((proof) => (
            <li key={proof.method} className="grid gap-2 text-sm">
              <ProofFacts proof={proof} />
              <RequestForm
                label="Remove"
                done="The proof was removed. You can prove it again below."
                send={remove(proof.method)}
              />
            </li>
          ))}
        </ul>
      )}
      {domain ? (
        <>
          <Instruction title="By a DNS record" name={domain.record} value={domain.text} kind="TXT record">
            <RequestForm
              label="Check the DNS record"
              done="The record was found. Leave it there: it is checked each week."
              send={prove('dns', domain.name)}
            />
          </Instruction>
          <Instruction title="By a file on the website" name={domain.file} value={domain.text} kind="File">
            <RequestForm
              label="Check the file"
              done="The file was found. Leave it there: it is checked each week."
              send={prove('site', domain.name)}
            />
          </Instruction>
        </>
      ) : (
        <p className="text-muted-foreground text-sm">
          Enter a website in the profile to prove that you control its domain.
        </p>
      )}
      {repositories.map((repository) => (
        <div key={repository} className="grid gap-2 text-sm">
          <h3 className="font-medium [overflow-wrap:anywhere]">By GitHub: {repository}</h3>
          <p className="text-muted-foreground">
            A build of this repository was staged with a token of GitHub.
          </p>
          <RequestForm
            label="Show it on your page"
            done="Your page shows the repository now."
            send={prove('github', repository)}
          />
        </div>
      ))}
    </div>
  )
}

function ProofFacts({ proof: { method, says, provenAtMs, checkedAtMs, isFailing } }: { proof: ProofView }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
      <Badge variant={isFailing ? 'warning' : 'success'}>{isFailing ? 'No longer found' : 'Verified'}</Badge>
      {says}, <Time at={provenAtMs} style="day" />
      {method !== 'github' && (
        <span className="text-muted-foreground">
          (checked <Time at={checkedAtMs} style="day" />)
        </span>
      )}
    </p>
  )
}

type InstructionProps = {
  title: string
  kind: string
  name: string
  value: string
  children: ReactNode
}

function Instruction({ title, kind, name, value, children }: InstructionProps) {
  return (
    <div className="grid gap-2 text-sm">
      <h3 className="font-medium">{title}</h3>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]">
        <dt className="text-muted-foreground">{kind}</dt>
        <dd className="[overflow-wrap:anywhere]">
          <code>{name}</code>
        </dd>
        <dt className="text-muted-foreground">Content</dt>
        <dd className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
          <code>{value}</code>
          <CopyButton text={value} label="Copy the content" variant="ghost" />
        </dd>
      </dl>
      {children}
    </div>
  )
}

/** What is verified about a publisher, in words, for its public page. */
export function VerifiedFacts({
  verifiedAtMs,
  proofs,
}: {
  verifiedAtMs: number | null
  proofs: ProofView[]
}) {
  const shown = proofs.filter(({ isFailing }) => !isFailing)
  if (verifiedAtMs === null && shown.length === 0)
    return <p className="text-muted-foreground text-sm">Nothing about this publisher is verified.</p>
  return (
    <ul aria-label="Verified" className="grid gap-0.5 text-sm">
      {verifiedAtMs !== null && (
        <li>
          Verified: an admin of this site checked the name, <Time at={verifiedAtMs} style="day" />
        </li>
      )}
      {shown.map(({ method, says, provenAtMs }) => (
        <li key={method} title={PROOF_METHODS[method].label} className="[overflow-wrap:anywhere]">
          Verified: {says}, <Time at={provenAtMs} style="day" />
        </li>
      ))}
    </ul>
  )
}
