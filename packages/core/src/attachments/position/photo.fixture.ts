import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** The seconds of the latitude, as no other number in the file: 4321/97. */
export const LATITUDE = '48/1 51/1 4321/97';
const IN_XMP = '48,51.7217N';

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" exif:GPSLatitude="${IN_XMP}" drone-dji:GpsLatitude='${IN_XMP}' photoshop:Credit="Ada"><exif:GPSLongitude>${IN_XMP}</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif';

/** A photo that lies on its side, with a position in Exif and in XMP. */
export function photo(format: PhotoFormat): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .toFormat(format)
    .withExif({
      IFD0: { Orientation: '6', Make: 'Palaver', Copyright: 'Ada' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: LATITUDE, GPSLongitudeRef: 'E', GPSLongitude: LATITUDE },
    })
    .withMetadata({ orientation: 6 })
    .withXmp(XMP)
    .toBuffer();
}

/** Whether a file says where the photo was taken. */
export function saysWhere(file: Buffer): boolean {
  const little = Buffer.alloc(8);
  little.writeUInt32LE(4321, 0);
  little.writeUInt32LE(97, 4);
  const big = Buffer.from(little).swap32();
  return [little, big, Buffer.from(IN_XMP)].some((needle) => file.includes(needle));
}

/** The pixels as they are stored, and what else of Exif and XMP is there. */
export async function restOf(file: Buffer) {
  const { xmp, orientation } = await sharp(file, { failOn: 'warning' }).metadata();
  return {
    pixels: await sharp(file, { failOn: 'warning' }).raw().toBuffer(),
    orientation,
    hasMaker: file.includes('Palaver'),
    hasCredit: xmp?.includes('photoshop:Credit="Ada"'),
  };
}

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** The compressed XMP of a PNG (Adobe XMP 3, 1.1.5), and Exif as ImageMagick writes it. */
export const HIDDEN_CHUNKS: Readonly<Record<string, Buffer>> = {
  'compressed XMP': chunk(
    'iTXt',
    Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), deflateSync(XMP)]),
  ),
  'Exif in digits': chunk('tEXt', Buffer.from('Raw profile type exif\0\nexif\n 4\n4d4d002a\n', 'latin1')),
  'compressed Exif in digits': chunk(
    'zTXt',
    Buffer.concat([
      Buffer.from('Raw profile type APP1\0\0', 'latin1'),
      deflateSync('\nAPP1\n 4\n4d4d002a\n'),
    ]),
  ),
};
