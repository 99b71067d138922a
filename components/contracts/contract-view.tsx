import type { ReactNode } from 'react'
import {
  type ConsentTerms,
  dryRunSentence,
  permissionLines,
} from '#lib/contracts/permissions/permission-lines.ts'
import { PROMISES_NOTHING, promisesNothing } from '#lib/contracts/results/promised-fields.ts'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { JsonBlock } from '../output/json-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ContractFieldTable } from './contract-field-table.tsx'
import { DownloadContract } from './download-contract.tsx'
import { PermissionList } from './permission-list.tsx'

type ContractViewProps = {
  name: string
  contract: JsonObject
  hashes: { contract: string; permissions: string; packages?: string | undefined }
  input: JsonObject
  output: JsonObject
  stream?: JsonObject | undefined
  consentTerms: ConsentTerms
  isPublic: boolean
}

export function ContractView(props: ContractViewProps) {
  const { contract, input, output, stream, consentTerms } = props
  const version = String(contract.version)
  const lines = permissionLines(consentTerms)
  return (
    <div className="grid grid-cols-1 gap-8">
      <Part title="Input" hint="Validated before the skill runs. Omitted fields use their defaults.">
        <ContractFieldTable label="Parameters" schema={input} side="input" />
      </Part>
      <Part title="Output" hint="A result that does not match is withheld and not charged.">
        <ContractFieldTable label="Response" schema={output} side="output" />
        {promisesNothing(output) && (
          <p className="text-sm text-warning">
            {PROMISES_NOTHING} An empty result is delivered, and charged if the skill has a price.
          </p>
        )}
      </Part>
      {stream && (
        <Part
          title="Stream"
          hint="Parts of the output, delivered while the skill runs. A part that does not match ends the run, uncharged."
        >
          <ContractFieldTable label="Stream" schema={stream} side="output" />
        </Part>
      )}
      <Part title="Dry runs" hint="In a dry run, the skill is asked not to change anything.">
        <p className="text-muted-foreground text-sm">{dryRunText(consentTerms)}</p>
      </Part>
      <Part title="Permissions">
        {lines.length > 0 ? (
          <PermissionList lines={lines} />
        ) : (
          <p className="text-muted-foreground text-sm">None. The skill only uses its input.</p>
        )}
      </Part>
      <Part title="Errors and versions">
        <p className="max-w-2xl text-pretty text-muted-foreground text-sm">
          Every failure has a code from <TextLink href={paths.docsErrors}>the error table</TextLink>, which
          states whether to retry. Version {version} never changes. Breaking changes get{' '}
          <TextLink href={`${paths.docsContracts}#versions`}>a new major version</TextLink>.
        </p>
      </Part>

      <ContractDocument {...props} />
    </div>
  )
}

function ContractDocument({ name, contract, hashes, input, output, isPublic }: ContractViewProps) {
  const version = String(contract.version)
  return (
    <Part title="Contract document" hint="The whole contract as self-contained JSON Schema.">
      <div className="flex flex-wrap items-center gap-2">
        <DownloadContract name={name} contract={contract} />
        <CopyButton text={JSON.stringify(contract, null, 2)} label="Copy contract" withLabel />
        {isPublic && (
          <a
            href={paths.contractDocument(name, version)}
            className="text-sm underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            {paths.contractDocument(name, version)}
          </a>
        )}
      </div>
      <dl className="grid gap-2 rounded-lg border border-border bg-card p-4">
        <HashLine name="Contract hash" hash={hashes.contract}>
          Changes only when the input, the output, the stream, the lane or dry-run support changes.
        </HashLine>
        <HashLine name="Permissions hash" hash={hashes.permissions}>
          Changes when the permissions, the texts for agents or the price change.
        </HashLine>
        {hashes.packages && (
          <HashLine name="Packages digest" hash={hashes.packages}>
            Changes when the code imports another version of a package, or another package.
          </HashLine>
        )}
      </dl>
      <div className="grid gap-6 lg:grid-cols-2">
        <Schema title="Input" schema={input} />
        <Schema title="Output" schema={output} />
      </div>
    </Part>
  )
}

function dryRunText({ skills: [skill] }: ConsentTerms): string {
  if (!skill) return ''
  const isHonoured = skill.dryRun === 'supported'
  return `${dryRunSentence(skill)} ${isHonoured ? 'The publisher declares that a dry run changes nothing.' : ''}`
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <div className="grid gap-0.5">
        <h3 className="font-semibold">{title}</h3>
        {hint && <p className="text-muted-foreground text-sm">{hint}</p>}
      </div>
      {children}
    </section>
  )
}

function Schema({ title, schema }: { title: string; schema: JsonObject }) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      <h4 className="font-medium text-sm">{title} schema</h4>
      <JsonBlock value={schema} label={`${title} schema`} />
    </div>
  )
}

type HashLineProps = { name: string; hash: string; children?: ReactNode }

export function HashLine({ name, hash, children }: HashLineProps) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 text-sm sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground sm:leading-8">{name}</dt>
      <dd className="grid min-w-0 gap-0.5">
        <span className="flex items-center gap-1">
          <code className="min-w-0 text-xs [overflow-wrap:anywhere]">{hash}</code>
          <CopyButton text={hash} label={`Copy the ${name.toLowerCase()}`} variant="ghost" />
        </span>
        {children && <span className="text-muted-foreground">{children}</span>}
      </dd>
    </div>
  )
}
