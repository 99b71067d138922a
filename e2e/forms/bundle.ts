/** The bench as one script and one sheet, bundled when it is asked for. */
import path from 'node:path'
import { build } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** With React's development build, which complains where the other is silent. */
export async function bundleBench(): Promise<{ script: string; style: string }> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      rolldownOptions: { input: path.join(import.meta.dirname, 'bench.tsx') },
    },
  })
  const [bundle] = [built].flat()
  const output = bundle && 'output' in bundle ? bundle.output : []
  const chunk = output.find((each) => each.type === 'chunk')
  const script = chunk?.type === 'chunk' ? chunk.code : ''
  const sheet = output.find(({ fileName }) => fileName.endsWith('.css'))
  const style = sheet?.type === 'asset' ? String(sheet.source) : ''
  return { script, style }
}
