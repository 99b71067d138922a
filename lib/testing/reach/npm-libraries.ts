/** The npm libraries behind 35 utilities that people pay for elsewhere, each with one real job: what the handler returns. */
import type { Json } from '#lib/kernel/json/json.ts'
import type { Probe } from './probe.ts'

type Row = {
  packages: Record<string, string>
  imports: string
  /** An expression; `await` is allowed. */
  job: string
  returns: Json
}

// biome-ignore format: table
const ROWS: readonly Row[] = [
  { packages: { papaparse: '^5.5.3' }, imports: `import Papa from 'papaparse'`, job: `Papa.parse('a,b\\n1,2', { header: true }).data[0].b`, returns: '2' },
  { packages: { cheerio: '^1.1.0' }, imports: `import { load } from 'cheerio'`, job: `load('<p>one <b>two</b></p>')('b').text()`, returns: 'two' },
  { packages: { marked: '^16.0.0' }, imports: `import { marked } from 'marked'`, job: `marked.parse('# Hi').trim()`, returns: '<h1>Hi</h1>' },
  { packages: { qrcode: '^1.5.4' }, imports: `import QR from 'qrcode'`, job: `(await QR.toString('hi', { type: 'svg' })).slice(0, 4)`, returns: '<svg' },
  { packages: { fflate: '^0.8.2' }, imports: `import { gzipSync, gunzipSync, strToU8, strFromU8 } from 'fflate'`, job: `strFromU8(gunzipSync(gzipSync(strToU8('packed'))))`, returns: 'packed' },
  { packages: { luxon: '^3.7.0' }, imports: `import { DateTime } from 'luxon'`, job: `DateTime.fromISO('2026-01-31').plus({ months: 1 }).toISODate()`, returns: '2026-02-28' },
  { packages: { mustache: '^4.2.0' }, imports: `import Mustache from 'mustache'`, job: `Mustache.render('Hi {{name}}', { name: 'Ada' })`, returns: 'Hi Ada' },
  { packages: { 'js-yaml': '^4.1.0' }, imports: `import yaml from 'js-yaml'`, job: `yaml.load('a: [1, 2]').a[1]`, returns: 2 },
  { packages: { 'fast-xml-parser': '^5.2.0' }, imports: `import { XMLParser } from 'fast-xml-parser'`, job: `new XMLParser().parse('<a><b>1</b></a>').a.b`, returns: 1 },
  { packages: { 'ical.js': '^2.2.0' }, imports: `import ICAL from 'ical.js'`, job: `ICAL.parse('BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nEND:VCALENDAR')[0]`, returns: 'vcalendar' },
  { packages: { diff: '^8.0.0' }, imports: `import { diffWords } from 'diff'`, job: `diffWords('one two', 'one three').length`, returns: 3 },
  { packages: { 'fuse.js': '^7.1.0' }, imports: `import Fuse from 'fuse.js'`, job: `new Fuse(['harbour', 'lighthouse']).search('harbur')[0].item`, returns: 'harbour' },
  { packages: { zod: '^4.0.0' }, imports: `import { z } from 'zod'`, job: `z.object({ n: z.coerce.number() }).parse({ n: '5' }).n`, returns: 5 },
  { packages: { lodash: '^4.17.21' }, imports: `import _ from 'lodash'`, job: `_.chunk([1, 2, 3], 2)[1][0]`, returns: 3 },
  { packages: { ajv: '^8.17.0' }, imports: `import Ajv from 'ajv'`, job: `new Ajv().validate({ type: 'number' }, 'x')`, returns: false },
  { packages: { handlebars: '^4.7.8' }, imports: `import Handlebars from 'handlebars'`, job: `Handlebars.compile('Hi {{name}}')({ name: 'Ada' })`, returns: 'Hi Ada' },
  { packages: { jszip: '^3.10.1' }, imports: `import JSZip from 'jszip'`, job: `await (await JSZip.loadAsync(await new JSZip().file('a.txt', 'text').generateAsync({ type: 'uint8array' }))).file('a.txt').async('string')`, returns: 'text' },
  { packages: { 'libphonenumber-js': '^1.12.0' }, imports: `import { parsePhoneNumberFromString } from 'libphonenumber-js'`, job: `parsePhoneNumberFromString('22 22 22 22', 'NO').number`, returns: '+4722222222' },
  { packages: { openai: '^6.0.0' }, imports: `import OpenAI from 'openai'`, job: `typeof new OpenAI({ apiKey: 'none' }).chat.completions.create`, returns: 'function' },
  { packages: { xlsx: '^0.18.5' }, imports: `import * as XLSX from 'xlsx'`, job: `XLSX.utils.sheet_to_json(XLSX.read(XLSX.write({ SheetNames: ['s'], Sheets: { s: XLSX.utils.aoa_to_sheet([['a'], [1]]) } }, { type: 'array', bookType: 'xlsx' }), { type: 'array' }).Sheets.s)[0].a`, returns: 1 },
  { packages: { exceljs: '^4.4.0' }, imports: `import ExcelJS from 'exceljs'`, job: `await (async () => { const book = new ExcelJS.Workbook(); book.addWorksheet('s').addRow([1, 'a']); const read = new ExcelJS.Workbook(); await read.xlsx.load(await book.xlsx.writeBuffer()); return read.getWorksheet('s').getCell('B1').value })()`, returns: 'a' },
  { packages: { 'pdf-lib': '^1.17.1' }, imports: `import { PDFDocument } from 'pdf-lib'`, job: `await (async () => { const pdf = await PDFDocument.create(); pdf.addPage(); return (await PDFDocument.load(await pdf.save())).getPageCount() })()`, returns: 1 },
  { packages: { unpdf: '^1.3.0', 'pdf-lib': '^1.17.1' }, imports: `import { PDFDocument } from 'pdf-lib'; import { extractText } from 'unpdf'`, job: `await (async () => { const pdf = await PDFDocument.create(); pdf.addPage().drawText('Berth 14'); return (await extractText(await pdf.save(), { mergePages: true })).text })()`, returns: 'Berth 14' },
  { packages: { docx: '^9.5.0' }, imports: `import { Document, Packer, Paragraph } from 'docx'`, job: `(await Packer.toBase64String(new Document({ sections: [{ children: [new Paragraph('Hi')] }] }))).slice(0, 4)`, returns: 'UEsD' },
  { packages: { mammoth: '^1.10.0', docx: '^9.5.0' }, imports: `import { Document, Packer, Paragraph } from 'docx'; import mammoth from 'mammoth'`, job: `(await mammoth.extractRawText({ arrayBuffer: await (await Packer.toBlob(new Document({ sections: [{ children: [new Paragraph('Hi')] }] }))).arrayBuffer() })).value.trim()`, returns: 'Hi' },
  { packages: { linkedom: '^0.18.0', '@mozilla/readability': '^0.6.0' }, imports: `import { Readability } from '@mozilla/readability'; import { parseHTML } from 'linkedom'`, job: `new Readability(parseHTML('<html><head><title>Tides</title></head><body><article>' + '<p>High water comes twice a day, and sailors plan for it.</p>'.repeat(20) + '</article></body></html>').document).parse().title`, returns: 'Tides' },
  { packages: { svgo: '^4.0.0' }, imports: `import { optimize } from 'svgo/browser'`, job: `optimize('<svg xmlns="http://www.w3.org/2000/svg"><!-- x --><path d="M0 0"/></svg>').data.includes('<!--')`, returns: false },
  { packages: { mathjs: '^14.0.0' }, imports: `import { evaluate } from 'mathjs'`, job: `evaluate('2 inch to cm').toNumber('cm')`, returns: 5.08 },
  { packages: { compromise: '^14.14.0' }, imports: `import nlp from 'compromise'`, job: `nlp('She sold seashells').verbs().toPresentTense().text()`, returns: 'sells' },
  { packages: { 'bwip-js': '^4.7.0' }, imports: `import bwipjs from 'bwip-js'`, job: `bwipjs.toSVG({ bcid: 'ean13', text: '4006381333931' }).slice(0, 4)`, returns: '<svg' },
  { packages: { stripe: '^18.0.0' }, imports: `import Stripe from 'stripe'`, job: `typeof new Stripe('sk_none').customers.create`, returns: 'function' },
  { packages: { turndown: '^7.2.0', '@mixmark-io/domino': '^2.2.0' }, imports: `import domino from '@mixmark-io/domino'; import Turndown from 'turndown'`, job: `new Turndown({ headingStyle: 'atx' }).turndown(domino.createDocument('<h1>Hi</h1>').body)`, returns: '# Hi' },
  { packages: { natural: '^8.1.0' }, imports: `import stemmer from 'natural/lib/natural/stemmers/porter_stemmer.js'`, job: `stemmer.stem('sailing')`, returns: 'sail' },
  { packages: { '@slack/web-api': '^7.9.0' }, imports: `import { WebClient } from '@slack/web-api'`, job: `typeof new WebClient('none').chat.postMessage`, returns: 'function' },
  { packages: { jimp: '^1.6.0' }, imports: `import { Jimp } from 'jimp'`, job: `await (async () => { const image = new Jimp({ width: 4, height: 2, color: 0xff0000ff }); return (await Jimp.read(Buffer.from(await image.resize({ w: 2 }).getBuffer('image/jpeg')))).height })()`, returns: 1 },
]

export const NPM_LIBRARIES: readonly Probe[] = ROWS.map(({ packages, imports, job, returns }) => ({
  name: Object.keys(packages).join(' + '),
  runtime: 'javascript',
  dependencies: packages,
  definition: `${imports}\nexport default async function handler() { return { value: ${job} } }`,
  returns,
}))
