-- A registry as version 2 wrote it.
PRAGMA application_id = 1263815490;
PRAGMA user_version = 2;
PRAGMA journal_mode = WAL;
CREATE TABLE box (
            id VARCHAR(4) PRIMARY KEY, name VARCHAR NOT NULL, ruleset VARCHAR NOT NULL,
            revision INTEGER NOT NULL, made VARCHAR(27) NOT NULL, copies VARCHAR(6) NOT NULL);
INSERT INTO "box" VALUES('N5NG','Kotak lama','nusantara',6,'2026-03-01T10:00:00.000000Z','refuse');
CREATE TABLE change (
            box VARCHAR(4) NOT NULL REFERENCES box(id), revision INTEGER NOT NULL,
            place INTEGER NOT NULL, at VARCHAR(27) NOT NULL,
            code VARCHAR(12) NOT NULL REFERENCES code(code), item INTEGER, serial INTEGER,
            state VARCHAR(8) NOT NULL, reason VARCHAR, PRIMARY KEY (box, revision, place));
INSERT INTO "change" VALUES('N5NG',2,1,'2026-03-01T11:00:00.000000Z','N5NG9ZBJD2SV',27,1,'lost','lost');
INSERT INTO "change" VALUES('N5NG',2,2,'2026-03-01T11:00:00.000000Z','N5NGNVTPP2VD',27,2,'active',NULL);
INSERT INTO "change" VALUES('N5NG',3,1,'2026-03-01T12:00:00.000000Z','N5NGNVTPP2VD',27,2,'replaced','damaged');
INSERT INTO "change" VALUES('N5NG',3,2,'2026-03-01T12:00:00.000000Z','N5NG1B1DM37W',27,3,'active',NULL);
INSERT INTO "change" VALUES('N5NG',4,1,'2026-03-01T13:00:00.000000Z','N5NGJTGBVQM7',NULL,NULL,'void','misprint');
CREATE TABLE code (
            code VARCHAR(12) PRIMARY KEY, box VARCHAR(4) NOT NULL REFERENCES box(id),
            item INTEGER, serial INTEGER, state VARCHAR(8) NOT NULL
                CHECK (state IN ('active', 'spare', 'replaced', 'lost', 'blocked', 'void')),
            made VARCHAR(27) NOT NULL, since VARCHAR(27) NOT NULL, reason VARCHAR,
            replaced_by VARCHAR(12) REFERENCES code(code) DEFERRABLE INITIALLY DEFERRED,
            uid VARCHAR(20), seen VARCHAR(27),
            FOREIGN KEY (box, item) REFERENCES item(box, number),
            CHECK ((item IS NULL) = (serial IS NULL)),
            CHECK (item IS NOT NULL OR state IN ('spare', 'lost', 'blocked', 'void')),
            CHECK (item IS NULL OR state <> 'spare'));
INSERT INTO "code" VALUES('N5NG5B9WQN3M','N5NG',1,1,'active','2026-03-01T10:00:00.000000Z','2026-03-01T10:00:00.000000Z',NULL,NULL,'04AABBCC','2026-03-01T15:00:00.000000Z');
INSERT INTO "code" VALUES('N5NG9ZBJD2SV','N5NG',27,1,'lost','2026-03-01T10:00:00.000000Z','2026-03-01T11:00:00.000000Z','lost','N5NGNVTPP2VD',NULL,NULL);
INSERT INTO "code" VALUES('N5NG49V461D7','N5NG',140,1,'active','2026-03-01T10:00:00.000000Z','2026-03-01T10:00:00.000000Z',NULL,NULL,NULL,NULL);
INSERT INTO "code" VALUES('N5NGX9RA99KT','N5NG',NULL,NULL,'spare','2026-03-01T10:00:00.000000Z','2026-03-01T10:00:00.000000Z',NULL,NULL,NULL,NULL);
INSERT INTO "code" VALUES('N5NG1B1DM37W','N5NG',27,3,'active','2026-03-01T10:00:00.000000Z','2026-03-01T12:00:00.000000Z',NULL,NULL,NULL,NULL);
INSERT INTO "code" VALUES('N5NGJTGBVQM7','N5NG',NULL,NULL,'void','2026-03-01T10:00:00.000000Z','2026-03-01T13:00:00.000000Z','misprint',NULL,NULL,NULL);
INSERT INTO "code" VALUES('N5NGNVTPP2VD','N5NG',27,2,'replaced','2026-03-01T11:00:00.000000Z','2026-03-01T12:00:00.000000Z','damaged','N5NG1B1DM37W',NULL,NULL);
CREATE TABLE item (
            box VARCHAR(4) NOT NULL REFERENCES box(id), number INTEGER NOT NULL,
            kind VARCHAR NOT NULL, PRIMARY KEY (box, number));
INSERT INTO "item" VALUES('N5NG',1,'property');
INSERT INTO "item" VALUES('N5NG',27,'property');
INSERT INTO "item" VALUES('N5NG',140,'box');
CREATE TABLE lease (
            box VARCHAR(4) PRIMARY KEY REFERENCES box(id), holder VARCHAR NOT NULL,
            machine VARCHAR NOT NULL, game VARCHAR NOT NULL, used VARCHAR(27) NOT NULL);
CREATE TABLE scan (
            id INTEGER PRIMARY KEY, box VARCHAR(4) NOT NULL, at VARCHAR(27) NOT NULL,
            source VARCHAR NOT NULL, verdict VARCHAR NOT NULL, text VARCHAR NOT NULL,
            uid VARCHAR(20), detail VARCHAR);
CREATE TABLE wrong_tries (
            box VARCHAR(4) NOT NULL REFERENCES box(id), source VARCHAR NOT NULL,
            recent VARCHAR NOT NULL, hold INTEGER NOT NULL, until VARCHAR(27),
            PRIMARY KEY (box, source));
CREATE UNIQUE INDEX one_active ON code (box, item) WHERE state = 'active';
CREATE UNIQUE INDEX one_serial ON code (box, item, serial);
