import { newId } from '#contracts';
import { migratePersonalData, type PersonalData } from '#personal-data';
import { SystemRandom } from '#service';
import { FixedClock, testDatabase, testPersonalData, type TestDatabase } from '#testing';

const random = new SystemRandom();
const clock = new FixedClock();
const accountId = newId('account', 0, clock.nowMs(), random);

describe('a sealed value of a field', () => {
  let database: TestDatabase;
  let sealer: PersonalData;
  let reader: PersonalData;
  const unreadable: string[] = [];
  beforeAll(async () => {
    database = await testDatabase('personal_data', migratePersonalData);
    const opened = (): PersonalData => testPersonalData(database.url, { clock, random }, (reason) => unreadable.push(reason));
    [sealer, reader] = [opened(), opened()];
  });
  afterAll(async () => {
    await Promise.all([sealer.close(), reader.close()]);
    await database.drop();
  });

  it('reads null in the place of another field of the same customer, in every spelling, and with another field written on it', async () => {
    const seal = await sealer.sealerOf({ accountId, id: newId('customer', 0, clock.nowMs(), random) });
    const [name, phone, postalCode] = [seal('Asha', 'name'), seal('+919800000000', 'phone'), seal('560001', 'postalCode')];
    const read = async (value: object): Promise<unknown> => JSON.parse(await reader.unseal(JSON.stringify(value), accountId));
    expect(await read({ name, phone, postal_code: postalCode, elsewhere: name, list: [phone] })).toEqual({
      ...{ name: 'Asha', phone: '+919800000000', postal_code: '560001' },
      ...{ elsewhere: 'Asha', list: ['+919800000000'] },
    });
    expect(await read({ name: phone, phone: name, address: { city: postalCode } })).toEqual({
      name: null,
      phone: null,
      address: { city: null },
    });
    const relabelled = name.replace(/[^.]+$/, (bytes) =>
      Buffer.from(Buffer.from(bytes, 'base64url').toString('latin1').replace('name', 'city'), 'latin1').toString('base64url'),
    );
    expect(await read({ city: relabelled, elsewhere: relabelled })).toEqual({ city: null, elsewhere: null });
    expect(unreadable).toEqual(Array.from({ length: 5 }, () => 'tampered'));
  });
});
