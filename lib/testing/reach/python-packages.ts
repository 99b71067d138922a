/** The Python packages behind the usual paid utilities, each with one real job: what `main` returns as `value`. */
import type { Json } from '#lib/kernel/json/json.ts'
import type { Probe } from './probe.ts'

type Row = {
  requirements: string[]
  /** The body of `main`, whose last line returns. */
  body: string
  returns: Json
}

// biome-ignore format: table
const ROWS: readonly Row[] = [
  { requirements: ['openpyxl>=3.1'], body: `import io, openpyxl\nbook = openpyxl.Workbook()\nbook.active.append([1, "a"])\nfile = io.BytesIO()\nbook.save(file)\nreturn openpyxl.load_workbook(file).active["B1"].value`, returns: 'a' },
  { requirements: ['pypdf>=5'], body: `import io, pypdf\nwriter = pypdf.PdfWriter()\nwriter.add_blank_page(100, 100)\nfile = io.BytesIO()\nwriter.write(file)\nreturn len(pypdf.PdfReader(file).pages)`, returns: 1 },
  { requirements: ['beautifulsoup4>=4.12'], body: `from bs4 import BeautifulSoup\nreturn BeautifulSoup("<p>one <b>two</b></p>", "html.parser").b.text`, returns: 'two' },
  { requirements: ['markdown>=3.5'], body: `import markdown\nreturn markdown.markdown("# Hi")`, returns: '<h1>Hi</h1>' },
  { requirements: ['numpy'], body: `import numpy\nreturn int(numpy.arange(4).sum())`, returns: 6 },
  { requirements: ['pandas'], body: `import pandas\nreturn int(pandas.DataFrame({"a": [1, 2]}).a.sum())`, returns: 3 },
  { requirements: ['pillow'], body: `from PIL import Image\nreturn Image.new("RGB", (2, 1)).width`, returns: 2 },
  { requirements: ['lxml'], body: `from lxml import etree\nreturn etree.fromstring("<a>1</a>").text`, returns: '1' },
  { requirements: ['requests>=2.31'], body: `import requests\nreturn requests.Request("GET", "https://service.example", params={"a": "1"}).prepare().url`, returns: 'https://service.example/?a=1' },
]

export const PYTHON_PACKAGES: readonly Probe[] = ROWS.map(({ requirements, body, returns }) => ({
  name: requirements.map((each) => each.replace(/[<>=~!].*$/, '')).join(' + '),
  runtime: 'python',
  dependencies: requirements,
  definition: `def job():\n    ${body.replaceAll('\n', '\n    ')}\n\ndef main(args):\n    return {"value": job()}\n`,
  returns,
}))
