/**
 * The manifests fit the schemas of Kubernetes, which `kubernetes-models` generates from its OpenAPI document.
 *
 * Kubernetes ignores a field with a misspelt name, and so do its schemas. The types of the same package find those: the
 * compiler refuses unknown names in an object literal.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'

const FOLDER = path.join(PROJECT_ROOT, 'deploy/kubernetes')
const MODELS = path.join(PROJECT_ROOT, 'node_modules/kubernetes-models')

type Manifest = { apiVersion: string; kind: string; metadata: { name: string } }

function readManifests(): Manifest[] {
  const kustomization = fs.readFileSync(path.join(FOLDER, 'kustomization.yaml'), 'utf8')
  const { resources }: { resources: string[] } = parse(kustomization)
  return resources.flatMap((file) =>
    parseAllDocuments(fs.readFileSync(path.join(FOLDER, file), 'utf8')).map((each): Manifest => each.toJS()),
  )
}

function findManifest(kind: string): string {
  const manifest = readManifests().find((each) => each.kind === kind)
  return JSON.stringify(manifest)
}

/** Throws with the paths of all fields that do not fit. */
async function validate(manifest: Manifest): Promise<void> {
  const file = path.join(MODELS, manifest.apiVersion, `${manifest.kind}.js`)
  const { [manifest.kind]: Model } = await import(file)
  new Model(manifest).validate()
}

/** Returns what the compiler prints, which is empty if every field is known and has the right type. */
function checkTypes(manifests: Manifest[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-manifests-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const expressions = manifests.map((manifest, index) => {
    const type = `import('kubernetes-models/${manifest.apiVersion}/${manifest.kind}').I${manifest.kind}`
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)}`
  })
  fs.writeFileSync(path.join(folder, 'manifests.ts'), expressions.join('\n'))
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, target: 'esnext', types: [] },
    ...{ module: 'esnext', moduleResolution: 'bundler' },
    paths: {
      'kubernetes-models/*': [`${MODELS}/*`],
      '@kubernetes-models/*': [path.join(PROJECT_ROOT, 'node_modules/@kubernetes-models/*')],
    },
  }
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const compiler = path.join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout
}

test.each(readManifests().map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
  'the %s %s has values that Kubernetes accepts',
  async (_kind, _name, manifest) => {
    await expect(validate(manifest)).resolves.toBeUndefined()
  },
)

test('a missing field and a value of the wrong type are found', async () => {
  const wrongMetrics = findManifest('HorizontalPodAutoscaler').replace(
    '"maxReplicas":6',
    '"maxReplicas":"six"',
  )
  const withoutSchedule = findManifest('CronJob').replace('"schedule"', '"planned"')

  await expect(validate(JSON.parse(wrongMetrics))).rejects.toThrow('data/spec/maxReplicas must be integer')
  await expect(validate(JSON.parse(withoutSchedule))).rejects.toThrow(
    'data/spec must have required property schedule',
  )
})

test('every field of the manifests is one that Kubernetes knows, and a misspelt one is found', () => {
  const misspelt = findManifest('PodDisruptionBudget').replace('maxUnavailable', 'maxUnavailible')

  expect(checkTypes(readManifests())).toBe('')
  expect(checkTypes([JSON.parse(misspelt)])).toContain(`'"maxUnavailible"' does not exist in type`)
})
