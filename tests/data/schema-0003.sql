-- A database of schema 0003: a game that is over, one that is played, a list, letters and mails that wait.
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE games (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    gamesmaster VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    sheet VARCHAR NOT NULL,
    names JSON NOT NULL,
    limit_seconds INTEGER NOT NULL,
    started_at VARCHAR(32) NOT NULL,
    ended_at VARCHAR(32),
    dealt_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    round INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    due_seat INTEGER,
    due_what VARCHAR,
    score JSON NOT NULL,
    deadline VARCHAR(32),
    remind_at VARCHAR(32),
    left_seconds INTEGER,
    notice INTEGER,
    head VARCHAR(64) NOT NULL,
    filed VARCHAR(64),
    FOREIGN KEY(notice) REFERENCES outbox (id),
    UNIQUE (source)
);
CREATE TABLE inbox (
    id INTEGER NOT NULL,
    uidvalidity INTEGER,
    uid INTEGER,
    digest VARCHAR NOT NULL,
    arrived VARCHAR(32) NOT NULL,
    raw BLOB NOT NULL,
    evidence JSON,
    state VARCHAR NOT NULL,
    tries INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    outcome VARCHAR,
    trouble TEXT,
    PRIMARY KEY (id),
    UNIQUE (uidvalidity, uid, digest)
);
CREATE TABLE marks (
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    PRIMARY KEY (name)
);
CREATE TABLE people (
    id INTEGER NOT NULL,
    address VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    timezone VARCHAR,
    format VARCHAR NOT NULL,
    notify VARCHAR NOT NULL,
    auto_show BOOLEAN NOT NULL,
    "key" TEXT,
    PRIMARY KEY (id),
    UNIQUE (address)
);
CREATE TABLE slots (
    "key" VARCHAR NOT NULL,
    count INTEGER NOT NULL,
    day VARCHAR NOT NULL,
    PRIMARY KEY ("key")
);
CREATE TABLE events (
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at VARCHAR(32) NOT NULL,
    inbox INTEGER,
    kind VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    data JSON NOT NULL,
    PRIMARY KEY (game, seq),
    FOREIGN KEY(game) REFERENCES games (id),
    FOREIGN KEY(inbox) REFERENCES inbox (id)
);
CREATE TABLE lineups (
    id INTEGER NOT NULL,
    sheet VARCHAR NOT NULL,
    people JSON NOT NULL,
    teams JSON NOT NULL,
    number INTEGER NOT NULL,
    seeds JSON NOT NULL,
    salts JSON NOT NULL,
    game INTEGER, names JSON,
    PRIMARY KEY (id),
    FOREIGN KEY(game) REFERENCES games (id),
    UNIQUE (number)
);
CREATE TABLE seats (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL,
    grace VARCHAR NOT NULL, waited INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY(game) REFERENCES games (id),
    FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE sights (
    "key" VARCHAR NOT NULL,
    inbox INTEGER NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY(inbox) REFERENCES inbox (id)
);
CREATE TABLE waiting (
    id INTEGER NOT NULL,
    person INTEGER NOT NULL,
    sheet VARCHAR NOT NULL,
    partner VARCHAR,
    PRIMARY KEY (id),
    FOREIGN KEY(person) REFERENCES people (id),
    UNIQUE (person)
);
CREATE TABLE watchers (
    game INTEGER NOT NULL,
    person INTEGER NOT NULL, returned INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (game, person),
    FOREIGN KEY(game) REFERENCES games (id),
    FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE outbox (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    game INTEGER,
    turn INTEGER,
    recipient VARCHAR NOT NULL,
    event VARCHAR NOT NULL,
    lineup INTEGER,
    message_id VARCHAR NOT NULL,
    secret VARCHAR NOT NULL,
    raw BLOB NOT NULL,
    written VARCHAR(32) NOT NULL,
    state VARCHAR NOT NULL,
    due VARCHAR(32) NOT NULL,
    tries INTEGER NOT NULL,
    sent VARCHAR(32),
    reply VARCHAR, bulk BOOLEAN DEFAULT '0' NOT NULL,
    FOREIGN KEY(game) REFERENCES games (id),
    FOREIGN KEY(lineup) REFERENCES lineups (id),
    UNIQUE (message_id),
    UNIQUE (secret)
);
CREATE TABLE "tokens" (
    token VARCHAR NOT NULL,
    person INTEGER,
    address VARCHAR NOT NULL,
    game INTEGER,
    turn INTEGER,
    confirms INTEGER,
    moves INTEGER,
    expires VARCHAR(32),
    state VARCHAR NOT NULL,
    pairs INTEGER,
    lines VARCHAR,
    PRIMARY KEY (token),
    CONSTRAINT tokens_pairs FOREIGN KEY(pairs) REFERENCES people (id),
    FOREIGN KEY(confirms) REFERENCES inbox (id),
    FOREIGN KEY(person) REFERENCES people (id),
    FOREIGN KEY(game) REFERENCES games (id),
    FOREIGN KEY(moves) REFERENCES people (id)
);
INSERT INTO alembic_version VALUES ('0003');
INSERT INTO games VALUES (1, 'gm@club.test', 'mail m1@club.test', '109', '["Ann", "Bob", "Dave", "Carol"]', 259200, '2026-11-24T12:00:00.000000+00:00', '2026-11-24T12:00:00.000000+00:00', 5, 15, 1, 7, NULL, NULL, '[0, 0]', NULL, NULL, NULL, 33, '13c392b71dfa8c8da7aa432a061da14de2430b3573155572a3b6022f8c16d8de', NULL);
INSERT INTO games VALUES (2, 'gm@club.test', 'mail m78@club.test', '109', '["Carol", "Bob", "Ann", "Dave"]', 259200, '2026-11-24T12:00:00.000000+00:00', NULL, 5, 12, 1, 8, 4, 'play', '[0, 0]', '2026-11-27T12:42:00.000000+00:00', '2026-11-26T12:42:00.000000+00:00', NULL, 81, '3461ce2a2600a946310ded5a091eb70941a5bac029a774dd3a0673593f991437', NULL);
INSERT INTO inbox VALUES (1, NULL, NULL, 'd5c55ce12abbebda01443fdcff3261b287d65971cd3ecf38ba9efb965fbccfdb', '2026-11-24T12:00:00.000000+00:00', CAST(replace('Authentication-Results: mx.club.test; dkim=pass header.d=club.test; spf=pass smtp.mailfrom=gm@club.test
Received: from out.club.test by mx.club.test with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000
From: gm@club.test
To: referee@club.test
Subject: a game
Message-ID: <m1@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: quoted-printable
MIME-Version: 1.0

start
players: Ann <ann@club.test>, Bob <bob@club.test>, Carol <carol@club.test>, D=
ave <dave@club.test>
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'Start/accepted', NULL);
INSERT INTO inbox VALUES (2, NULL, NULL, '3df4878ba9356f333e8c2b1618c65dcf9c4a9e2be998b7f97549e925e97d379e', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: ann@club.test
To: referee+rfia76qw3ojbjbkkwjwn3nby@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m8@club.test>
In-Reply-To: <dx375deorlp5ejqxwpjwi2nw@club.test>
References: <dx375deorlp5ejqxwpjwi2nw@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

format text
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'SetFormat/accepted', NULL);
INSERT INTO inbox VALUES (3, NULL, NULL, 'f4eb0ecc8e41d7772d4cb475237265dfad794875343894171a3a69e8d0c06634', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: bob@club.test
To: referee+lsn4bym57ltzt6vcrvkztakq@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m11@club.test>
In-Reply-To: <4y6i7wbwm2djchhdz5t4n3k5@club.test>
References: <4y6i7wbwm2djchhdz5t4n3k5@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

format text
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'SetFormat/accepted', NULL);
INSERT INTO inbox VALUES (4, NULL, NULL, '02512f40d85cc0618a3af8ee8d27c48ec0e69d6d3d6e504a135ca2d24a30963e', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: carol@club.test
To: referee+l2pilhqw4yw75svfd5odiuwo@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m14@club.test>
In-Reply-To: <qcv76lugr4b37d36vexjdn3e@club.test>
References: <qcv76lugr4b37d36vexjdn3e@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

format text
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'SetFormat/accepted', NULL);
INSERT INTO inbox VALUES (5, NULL, NULL, '70a972ae010a9ebc7beee15cb446612187d89001c69fecfc6095ca63d94b6f5e', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: dave@club.test
To: referee+53q2ehfxndke44fcaea6tu6y@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m17@club.test>
In-Reply-To: <dg5funtq2xvhd4seiqfhn7ek@club.test>
References: <dg5funtq2xvhd4seiqfhn7ek@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

format text
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'SetFormat/accepted', NULL);
INSERT INTO inbox VALUES (6, NULL, NULL, 'a5840ac9ec35cc15dae97a94a7e94a6c7b6c5124292922537c7719b20f49f1ce', '2026-11-24T12:00:00.000000+00:00', CAST(replace('Authentication-Results: mx.club.test; dkim=pass header.d=club.test; spf=pass smtp.mailfrom=gm@club.test
Received: from out.club.test by mx.club.test with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000
From: gm@club.test
To: referee@club.test
Subject: [Spades 1]
Message-ID: <m20@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

format text
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'SetFormat/accepted', NULL);
INSERT INTO inbox VALUES (7, NULL, NULL, '8fee300864d2f704f1eccf4c6cc3e041081d7d131e11b42f330b76cfb83309c0', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: ann@club.test
To: referee+rfia76qw3ojbjbkkwjwn3nby@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m23@club.test>
In-Reply-To: <dx375deorlp5ejqxwpjwi2nw@club.test>
References: <dx375deorlp5ejqxwpjwi2nw@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

bid 3
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'MakeBid/accepted', NULL);
INSERT INTO inbox VALUES (8, NULL, NULL, '8c18b8f3bc2d0265eac2f6eb829403fa51e456b8000addd3db2fe984f3b22838', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: bob@club.test
To: referee+ag26wi34od7rgqj7cpbkcn67@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m29@club.test>
In-Reply-To: <eiqkzz5pvtzdjdlogkle3j6j@club.test>
References: <eiqkzz5pvtzdjdlogkle3j6j@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

bid 3
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'MakeBid/accepted', NULL);
INSERT INTO inbox VALUES (9, NULL, NULL, '39854a5e1ea1d4ba3b6b43088c9b1d3411d638863059392c1970e247512d2cb4', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: dave@club.test
To: referee+qucthaholif6mrkh66ukh4yk@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m35@club.test>
In-Reply-To: <33ieoexglqh73yofoeacl63y@club.test>
References: <33ieoexglqh73yofoeacl63y@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

bid 3
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'MakeBid/accepted', NULL);
INSERT INTO inbox VALUES (10, NULL, NULL, '63fdb686e0ed906618c9de1d929c5fce3f1b9aa960e59d68402a97c358e98572', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: carol@club.test
To: referee+7ogejaaoan3xjpadmi73qtvm@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m41@club.test>
In-Reply-To: <4ybh6etrrxntj6j5cf4n42jb@club.test>
References: <4ybh6etrrxntj6j5cf4n42jb@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

bid 3
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'MakeBid/accepted', NULL);
INSERT INTO inbox VALUES (11, NULL, NULL, 'c20fa171915321236e0c0649a4246a8db7a2b86d5aed9f2eb0132986e84aab3a', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: ann@club.test
To: referee+tnw7b6zjcii24wapcq2fc5ee@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m47@club.test>
In-Reply-To: <nvrweletu6cqjshsiepe5jwn@club.test>
References: <nvrweletu6cqjshsiepe5jwn@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

play AS
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'PlayCard/accepted', NULL);
INSERT INTO inbox VALUES (12, NULL, NULL, 'df3f1354a240e7b3096dd31fc9f74ccf469fb4944a07dbf55b05774358b0cd11', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: bob@club.test
To: referee+qhyro35yayor32npztno4ggq@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m53@club.test>
In-Reply-To: <fmoyq3gmq53zxdf6sydu6kzj@club.test>
References: <fmoyq3gmq53zxdf6sydu6kzj@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

play KS
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'PlayCard/accepted', NULL);
INSERT INTO inbox VALUES (13, NULL, NULL, 'f212a6f76343cf46fa608c46c772f814f7d981793505a606f4263b982013d406', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: ann@club.test
To: referee+65tk4372m2qh3u46xnod7uw4@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m59@club.test>
In-Reply-To: <c2r3bgodpu4zzwh53tezor4n@club.test>
References: <c2r3bgodpu4zzwh53tezor4n@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

concede
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'Concede/accepted', NULL);
INSERT INTO inbox VALUES (14, NULL, NULL, '59a1d7c525df3afe72f0180707c02bbfa6231abce214b15d25e8c1bf9559547c', '2026-11-24T12:00:00.000000+00:00', CAST(replace('From: dave@club.test
To: referee+ubg525fjv5aaq3umyygwr4r3@club.test
Subject: Re: [Spades 1] Round 1
Message-ID: <m65@club.test>
In-Reply-To: <xyysxkgygjmdnrnznci3ztax@club.test>
References: <xyysxkgygjmdnrnznci3ztax@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

concede
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'Concede/accepted', NULL);
INSERT INTO inbox VALUES (15, NULL, NULL, '2f5d0a9959f2ce0a91b1aec962ced751496c61bb58cf5fe81d8ba443aa810199', '2026-11-24T12:00:00.000000+00:00', CAST(replace('Authentication-Results: mx.club.test; dkim=pass header.d=club.test; spf=pass smtp.mailfrom=erin@club.test
Received: from out.club.test by mx.club.test with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000
From: erin@club.test
To: referee@club.test
Subject: a mail
Message-ID: <m72@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

join 109
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'Join/accepted', NULL);
INSERT INTO inbox VALUES (16, NULL, NULL, '85a55768fb40dd831065573ae43f57f56f0861407d2946b3d7b83d28bfffc183', '2026-11-24T12:00:00.000000+00:00', CAST(replace('Authentication-Results: mx.club.test; dkim=pass header.d=club.test; spf=pass smtp.mailfrom=frank@club.test
Received: from out.club.test by mx.club.test with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000
From: frank@club.test
To: referee@club.test
Subject: a mail
Message-ID: <m75@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

join 109
partner: erin@club.test
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'Join/accepted', NULL);
INSERT INTO inbox VALUES (17, NULL, NULL, '89ad52673e3c1bbcf29562001f80b742e8239f28e9f99cfb2d400ffcb7920ef5', '2026-11-24T12:00:00.000000+00:00', CAST(replace('Authentication-Results: mx.club.test; dkim=pass header.d=club.test; spf=pass smtp.mailfrom=gm@club.test
Received: from out.club.test by mx.club.test with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000
From: gm@club.test
To: referee@club.test
Subject: a game
Message-ID: <m78@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: quoted-printable
MIME-Version: 1.0

start
players: Ann <ann@club.test>, Bob <bob@club.test>, Carol <carol@club.test>, D=
ave <dave@club.test>
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'Start/accepted', NULL);
INSERT INTO inbox VALUES (18, NULL, NULL, 'c5e3770f8fe050ffeb9529ea0b5bbb05b9bd41bd93cf7db4442056e7dc1a6f9b', '2026-11-24T12:07:00.000000+00:00', CAST(replace('From: carol@club.test
To: referee+lultyuwmhiu6sgzumjervgvm@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m85@club.test>
In-Reply-To: <3qdbervxgccymvvfc6vs7q6n@club.test>
References: <3qdbervxgccymvvfc6vs7q6n@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

bid 3
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'MakeBid/accepted', NULL);
INSERT INTO inbox VALUES (19, NULL, NULL, '69f9dcc7e71f9d61aaf6e3cbe2f8bb616935c0501e16e72a50a8a39166103e70', '2026-11-24T12:14:00.000000+00:00', CAST(replace('From: bob@club.test
To: referee+om55nsojf3vynqbdtefpkhzq@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m91@club.test>
In-Reply-To: <rf4syizk2gxwq4oq3ayunsuy@club.test>
References: <rf4syizk2gxwq4oq3ayunsuy@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

bid 3
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'MakeBid/accepted', NULL);
INSERT INTO inbox VALUES (20, NULL, NULL, 'b58b4d6493569df008db37c0448c92b83b3755755054406d5300a6d262c7e04e', '2026-11-24T12:21:00.000000+00:00', CAST(replace('From: ann@club.test
To: referee+3ictqrn5cmvdd3zjovmcmzpe@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m97@club.test>
In-Reply-To: <fovdx6okonps6xun5pdgnxdc@club.test>
References: <fovdx6okonps6xun5pdgnxdc@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

bid 3
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'MakeBid/accepted', NULL);
INSERT INTO inbox VALUES (21, NULL, NULL, 'e0de9f7a4ca697cd8d89bf2d36ed47900592331fef72403ac319145660f11ff2', '2026-11-24T12:28:00.000000+00:00', CAST(replace('From: dave@club.test
To: referee+wz7v3l6crloojnnn6n5tqbia@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m103@club.test>
In-Reply-To: <oxpr2qwffxf4bm4v7ivoe4xx@club.test>
References: <oxpr2qwffxf4bm4v7ivoe4xx@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

bid 3
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'MakeBid/accepted', NULL);
INSERT INTO inbox VALUES (22, NULL, NULL, 'be72d9d267cb715acdfea333c224ef83c25789cb661f03d200a0504047f1fbec', '2026-11-24T12:35:00.000000+00:00', CAST(replace('From: carol@club.test
To: referee+i2tt62uoj4qitkepn6vzehl6@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m109@club.test>
In-Reply-To: <pb4ll5bz2omfls5kslhwq5or@club.test>
References: <pb4ll5bz2omfls5kslhwq5or@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

play JS
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'PlayCard/accepted', NULL);
INSERT INTO inbox VALUES (23, NULL, NULL, '4fb9dc99be20f3e4aa8b7dc8dbadd4726ee5a9ec2ba08ff56ee262b824f26446', '2026-11-24T12:42:00.000000+00:00', CAST(replace('From: bob@club.test
To: referee+b7rgxvsx3blp3n3mdwvl5egx@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m115@club.test>
In-Reply-To: <hvlintuxv5rpiv4rrsizntyn@club.test>
References: <hvlintuxv5rpiv4rrsizntyn@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

play AH
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'PlayCard/accepted', NULL);
INSERT INTO inbox VALUES (24, NULL, NULL, 'f3cf8e1d596f47d576207dd6b45f60540731c671e50f3dd57d49300936904681', '2026-11-24T12:42:00.000000+00:00', CAST(replace('Authentication-Results: mx.club.test; dkim=pass header.d=club.test; spf=pass smtp.mailfrom=wendy@club.test
Received: from out.club.test by mx.club.test with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000
From: wendy@club.test
To: referee@club.test
Subject: a mail
Message-ID: <m121@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

watch 2
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'Watch/accepted', NULL);
INSERT INTO inbox VALUES (25, NULL, NULL, '8e67495bab7181401c4f280217655cf98d3bcdfe4af68aef60f8c958a0472243', '2026-11-24T12:42:00.000000+00:00', CAST(replace('Authentication-Results: mx.club.test; dkim=pass header.d=club.test; spf=pass smtp.mailfrom=wendy@club.test
Received: from out.club.test by mx.club.test with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000
From: wendy@club.test
To: referee@club.test
Subject: a mail
Message-ID: <m124@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

format text
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'SetFormat/accepted', NULL);
INSERT INTO inbox VALUES (26, NULL, NULL, '3e9a91e263e46253c27d222a9c3cd54de841a811d556ebb5b87782e633c2dbc7', '2026-11-24T12:42:00.000000+00:00', CAST(replace('From: gina@club.test
To: referee@club.test
Subject: a mail
Message-ID: <m127@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

join 109
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'Join/unproven', NULL);
INSERT INTO inbox VALUES (27, NULL, NULL, 'bbbf1b74b1201bae6078cd218a193eb330520b5d16160d97999f6e521e4b0abd', '2026-11-24T12:42:00.000000+00:00', CAST(replace('From: ann@club.test
To: referee+ms74sqpdirbomyxqm2v2k4ee@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m130@club.test>
In-Reply-To: <xe5bzi7oudjn7awqmp7avkwk@club.test>
References: <xe5bzi7oudjn7awqmp7avkwk@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

play AS
', char(10), char(13) || char(10)) AS BLOB), NULL, 'done', 0, 0, 'PlayCard/accepted', NULL);
INSERT INTO inbox VALUES (28, 7, 41, 'd121c13be71ddc50de9240d3a7bd56e16a2223907c2094bf71140b815db66a89', '2026-11-24T12:42:00.000000+00:00', CAST(replace('From: dave@club.test
To: referee+oqzjhexouztdb3c5vqvdydqe@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m132@club.test>
In-Reply-To: <dqrfwyorjibil37ebpywhp66@club.test>
References: <dqrfwyorjibil37ebpywhp66@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

play KS
', char(10), char(13) || char(10)) AS BLOB), NULL, 'new', 0, 0, NULL, NULL);
INSERT INTO inbox VALUES (29, 7, 42, '6e8dc2e0a3eb37a02e82fedaf261294aaa6a95b61506744ee87467491bfbfaba', '2026-11-24T12:42:00.000000+00:00', CAST(replace('From: carol@club.test
To: referee+j4yn3d6b3dvvl5y3kk7lcwz5@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m133@club.test>
In-Reply-To: <xl62awy7xs4mjklrhg3osihr@club.test>
References: <xl62awy7xs4mjklrhg3osihr@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

score
', char(10), char(13) || char(10)) AS BLOB), NULL, 'new', 0, 0, NULL, NULL);
INSERT INTO inbox VALUES (30, 7, 43, 'a10e7c76dfe24c03f813696c47ef2e05d4bfd43cf060f76d405f3e7dc6aad796', '2026-11-24T12:42:00.000000+00:00', CAST(replace('From: dave@club.test
To: referee+oqzjhexouztdb3c5vqvdydqe@club.test
Subject: Re: [Spades 2] Round 1
Message-ID: <m134@club.test>
In-Reply-To: <dqrfwyorjibil37ebpywhp66@club.test>
References: <dqrfwyorjibil37ebpywhp66@club.test>
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

history
', char(10), char(13) || char(10)) AS BLOB), NULL, 'shunted', 1, 0, NULL, 'Traceback (most recent call last):
UndefinedError: ''nothing'' is undefined
');
INSERT INTO marks VALUES ('identity', 'abcdefghijklmnopqrstuvwx');
INSERT INTO marks VALUES ('mailbox-read', '2026-11-24T12:42:00+00:00');
INSERT INTO people VALUES (1, 'ann@club.test', 'Ann', NULL, 'text', 'play', 0, NULL);
INSERT INTO people VALUES (2, 'bob@club.test', 'Bob', NULL, 'text', 'play', 0, NULL);
INSERT INTO people VALUES (3, 'dave@club.test', 'Dave', NULL, 'text', 'play', 0, NULL);
INSERT INTO people VALUES (4, 'carol@club.test', 'Carol', NULL, 'text', 'play', 0, NULL);
INSERT INTO people VALUES (5, 'gm@club.test', 'gm', NULL, 'text', 'play', 0, NULL);
INSERT INTO people VALUES (6, 'erin@club.test', 'erin', NULL, 'html', 'play', 0, NULL);
INSERT INTO people VALUES (7, 'frank@club.test', 'frank', NULL, 'html', 'play', 0, NULL);
INSERT INTO people VALUES (8, 'wendy@club.test', 'wendy', NULL, 'text', 'play', 0, NULL);
INSERT INTO slots VALUES ('2026-11-24 start gm@club.test', 2, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 answers proven 1', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 answers proven 2', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 answers proven 4', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 answers proven 3', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 answers proven 5', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 coming in proven club.test', 3, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 coming in proven', 3, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 join erin@club.test', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 answers proven 6', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 join frank@club.test', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 answers proven 7', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 answers proven 8', 2, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 first contact gina@club.test', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 coming in unproven club.test', 1, '2026-11-24');
INSERT INTO slots VALUES ('2026-11-24 coming in unproven', 1, '2026-11-24');
INSERT INTO events VALUES (1, 1, '2026-11-24T12:00:00.000000+00:00', 1, 'Started', 0, '{"v": 1, "e": "Started", "game": 1, "names": ["Ann", "Bob", "Dave", "Carol"], "sheet": {"name": "109", "suits": {"S": "AKQJT98765432", "H": "AKQJT98765432", "D": "AKQJT98765432", "C": "AKQJT98765432"}, "bid_turns": [0, 1, 2, 3], "bid_values": [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], "bid_change": false, "team_bid": [0, 26], "nil": 100, "blind_nil": 0, "nil_tricks": "contract", "talk": false, "redeal": null, "first_leader": "high_bid", "spade_lead": "any", "misplay_faults": ["revoke", "not_held"], "misplay_act": "void", "misplay_cost": {"points": -100, "books": 0}, "misplay_forfeit": [2, 3], "contract": [[0, 10, 0, -10, 0], [10, 20, 0, -20, 0]], "over_points": 1, "bag_penalty": [10, -100], "target": 500, "hand_limit": null, "set_limit": null, "tie_break": "play_on"}, "limit": 259200}');
INSERT INTO events VALUES (1, 2, '2026-11-24T12:00:00.000000+00:00', 1, 'Committed', 0, '{"v": 1, "e": "Committed", "round": 1, "seeds": ["7ce5fcd046004c9f93dea6b3c2effd72dce15e0eddb2345fb6f45157bef07343", "6851779f9c3df8882a8a670dd675b344ef838741e663f8955565e540cc9af051", "8d4bfe53b9a5dfc1744584e386f8bb049d7a747031de1099d909d8ad39994720"]}');
INSERT INTO events VALUES (1, 3, '2026-11-24T12:00:00.000000+00:00', 1, 'SaltsClosed', 0, '{"v": 1, "e": "SaltsClosed", "round": 1, "salts": ["", "", "", ""]}');
INSERT INTO events VALUES (1, 4, '2026-11-24T12:00:00.000000+00:00', 1, 'Committed', 0, '{"v": 1, "e": "Committed", "round": 2, "seeds": ["a929ffdc6a495f9aaaa2028550e0079fbae185ae8c84c000be3e6f7f49bd4c8b", "3cf389448a96eb83445f522b369fcf85f3bb29bc61f390980b3941eb9787b458", "a87080d170dea070f8fe97ca9f4b2c3a9fe58a9ac1dfe4a99c3037d298b8c2a2"]}');
INSERT INTO events VALUES (1, 5, '2026-11-24T12:00:00.000000+00:00', 1, 'Dealt', 1, '{"v": 1, "e": "Dealt", "turn": 1, "round": 1, "attempt": 1, "reason": "", "eldest": 1, "seeds": ["7ce5fcd046004c9f93dea6b3c2effd72dce15e0eddb2345fb6f45157bef07343", "6851779f9c3df8882a8a670dd675b344ef838741e663f8955565e540cc9af051", "8d4bfe53b9a5dfc1744584e386f8bb049d7a747031de1099d909d8ad39994720"], "coming": ["a929ffdc6a495f9aaaa2028550e0079fbae185ae8c84c000be3e6f7f49bd4c8b", "3cf389448a96eb83445f522b369fcf85f3bb29bc61f390980b3941eb9787b458", "a87080d170dea070f8fe97ca9f4b2c3a9fe58a9ac1dfe4a99c3037d298b8c2a2"], "prev": "0000000000000000000000000000000000000000000000000000000000000000", "salts": ["", "", "", ""], "head": "c7f5bcba039395a24fcbcb8dbed820399e035c10cc94d1590817da24accc0b48", "hands": [["3D", "9S", "3H", "6C", "6H", "3S", "QD", "8D", "9D", "2H", "AS", "5C", "JS"], ["KS", "7S", "AC", "AH", "KH", "QC", "7H", "4D", "7C", "9H", "4C", "5H", "8H"], ["4H", "3C", "5D", "TH", "TC", "2C", "2S", "8S", "JC", "TS", "QH", "KC", "JD"], ["2D", "6D", "9C", "AD", "5S", "QS", "7D", "JH", "TD", "6S", "4S", "8C", "KD"]], "names": ["Ann", "Bob", "Dave", "Carol"], "score": [0, 0], "bags": [0, 0], "sets": [0, 0], "extra": 0, "misplays": [0, 0], "silences": [0, 0, 0, 0], "conceded": [], "paused": false}');
INSERT INTO events VALUES (1, 6, '2026-11-24T12:00:00.000000+00:00', 7, 'BidMade', 1, '{"v": 1, "e": "BidMade", "turn": 1, "seat": 1, "bid": 3, "by": "player", "blind": false}');
INSERT INTO events VALUES (1, 7, '2026-11-24T12:00:00.000000+00:00', 8, 'BidMade', 1, '{"v": 1, "e": "BidMade", "turn": 2, "seat": 2, "bid": 3, "by": "player", "blind": false}');
INSERT INTO events VALUES (1, 8, '2026-11-24T12:00:00.000000+00:00', 9, 'BidMade', 1, '{"v": 1, "e": "BidMade", "turn": 3, "seat": 3, "bid": 3, "by": "player", "blind": false}');
INSERT INTO events VALUES (1, 9, '2026-11-24T12:00:00.000000+00:00', 10, 'BidMade', 1, '{"v": 1, "e": "BidMade", "turn": 4, "seat": 4, "bid": 3, "by": "player", "blind": false}');
INSERT INTO events VALUES (1, 10, '2026-11-24T12:00:00.000000+00:00', 11, 'CardPlayed', 1, '{"v": 1, "e": "CardPlayed", "turn": 5, "seat": 1, "card": "AS", "by": "player"}');
INSERT INTO events VALUES (1, 11, '2026-11-24T12:00:00.000000+00:00', 12, 'CardPlayed', 1, '{"v": 1, "e": "CardPlayed", "turn": 6, "seat": 2, "card": "KS", "by": "player"}');
INSERT INTO events VALUES (1, 12, '2026-11-24T12:00:00.000000+00:00', 13, 'Conceded', 1, '{"v": 1, "e": "Conceded", "seat": 1}');
INSERT INTO events VALUES (1, 13, '2026-11-24T12:00:00.000000+00:00', 14, 'Conceded', 1, '{"v": 1, "e": "Conceded", "seat": 3}');
INSERT INTO events VALUES (1, 14, '2026-11-24T12:00:00.000000+00:00', 14, 'Ended', 1, '{"v": 1, "e": "Ended", "team": 2, "by": "concession"}');
INSERT INTO events VALUES (1, 15, '2026-11-24T12:00:00.000000+00:00', 14, 'Revealed', 1, '{"v": 1, "e": "Revealed", "round": 1, "attempt": 1, "seed": "7ce5fcd046004c9f93dea6b3c2effd72dce15e0eddb2345fb6f45157bef07343"}');
INSERT INTO events VALUES (2, 1, '2026-11-24T12:00:00.000000+00:00', 17, 'Started', 0, '{"v": 1, "e": "Started", "game": 2, "names": ["Carol", "Bob", "Ann", "Dave"], "sheet": {"name": "109", "suits": {"S": "AKQJT98765432", "H": "AKQJT98765432", "D": "AKQJT98765432", "C": "AKQJT98765432"}, "bid_turns": [0, 1, 2, 3], "bid_values": [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], "bid_change": false, "team_bid": [0, 26], "nil": 100, "blind_nil": 0, "nil_tricks": "contract", "talk": false, "redeal": null, "first_leader": "high_bid", "spade_lead": "any", "misplay_faults": ["revoke", "not_held"], "misplay_act": "void", "misplay_cost": {"points": -100, "books": 0}, "misplay_forfeit": [2, 3], "contract": [[0, 10, 0, -10, 0], [10, 20, 0, -20, 0]], "over_points": 1, "bag_penalty": [10, -100], "target": 500, "hand_limit": null, "set_limit": null, "tie_break": "play_on"}, "limit": 259200}');
INSERT INTO events VALUES (2, 2, '2026-11-24T12:00:00.000000+00:00', 17, 'Committed', 0, '{"v": 1, "e": "Committed", "round": 1, "seeds": ["af2dfb042358318866c97e3490f53d2d11c8b2d0d9069fbd1477bce37c5b2d90", "401fcbf4042cadbd8aee7646e0e832b4891548bab0e9367a20a4ab46caebf1f8", "8518d42d6d97640abd5f302f5c9e6dcdbb6fb6bf510c52329608b1ebf3aff47c"]}');
INSERT INTO events VALUES (2, 3, '2026-11-24T12:00:00.000000+00:00', 17, 'SaltsClosed', 0, '{"v": 1, "e": "SaltsClosed", "round": 1, "salts": ["", "", "", ""]}');
INSERT INTO events VALUES (2, 4, '2026-11-24T12:00:00.000000+00:00', 17, 'Committed', 0, '{"v": 1, "e": "Committed", "round": 2, "seeds": ["4cb06508a7a9b3022d9a67775511889f685aa989d81da204d4ebfcd02be19156", "a5f07d3655a2016ab88183d5aae624ff552e9c11f56f3662cbc36af5ba05722e", "dda8cf1b03e1cb10a92b1c1455dab156ef7517159bf2b692361c427b4a00ca0f"]}');
INSERT INTO events VALUES (2, 5, '2026-11-24T12:00:00.000000+00:00', 17, 'Dealt', 1, '{"v": 1, "e": "Dealt", "turn": 1, "round": 1, "attempt": 1, "reason": "", "eldest": 1, "seeds": ["af2dfb042358318866c97e3490f53d2d11c8b2d0d9069fbd1477bce37c5b2d90", "401fcbf4042cadbd8aee7646e0e832b4891548bab0e9367a20a4ab46caebf1f8", "8518d42d6d97640abd5f302f5c9e6dcdbb6fb6bf510c52329608b1ebf3aff47c"], "coming": ["4cb06508a7a9b3022d9a67775511889f685aa989d81da204d4ebfcd02be19156", "a5f07d3655a2016ab88183d5aae624ff552e9c11f56f3662cbc36af5ba05722e", "dda8cf1b03e1cb10a92b1c1455dab156ef7517159bf2b692361c427b4a00ca0f"], "prev": "0000000000000000000000000000000000000000000000000000000000000000", "salts": ["", "", "", ""], "head": "5922a0733e4fbf1e88bad89e58a3db212fcab9b20eced2a0e675f624b142f8f6", "hands": [["4S", "JS", "QC", "5S", "5H", "4C", "9D", "9S", "6S", "8C", "TH", "JC", "TD"], ["7D", "AH", "4H", "KD", "9C", "JD", "7H", "JH", "AC", "6H", "5C", "3C", "TC"], ["5D", "8S", "TS", "QD", "6D", "KC", "7S", "4D", "3S", "9H", "7C", "AS", "3H"], ["KH", "2C", "2S", "KS", "8H", "QS", "8D", "2H", "3D", "QH", "2D", "6C", "AD"]], "names": ["Carol", "Bob", "Ann", "Dave"], "score": [0, 0], "bags": [0, 0], "sets": [0, 0], "extra": 0, "misplays": [0, 0], "silences": [0, 0, 0, 0], "conceded": [], "paused": false}');
INSERT INTO events VALUES (2, 6, '2026-11-24T12:07:00.000000+00:00', 18, 'BidMade', 1, '{"v": 1, "e": "BidMade", "turn": 1, "seat": 1, "bid": 3, "by": "player", "blind": false}');
INSERT INTO events VALUES (2, 7, '2026-11-24T12:14:00.000000+00:00', 19, 'BidMade', 1, '{"v": 1, "e": "BidMade", "turn": 2, "seat": 2, "bid": 3, "by": "player", "blind": false}');
INSERT INTO events VALUES (2, 8, '2026-11-24T12:21:00.000000+00:00', 20, 'BidMade', 1, '{"v": 1, "e": "BidMade", "turn": 3, "seat": 3, "bid": 3, "by": "player", "blind": false}');
INSERT INTO events VALUES (2, 9, '2026-11-24T12:28:00.000000+00:00', 21, 'BidMade', 1, '{"v": 1, "e": "BidMade", "turn": 4, "seat": 4, "bid": 3, "by": "player", "blind": false}');
INSERT INTO events VALUES (2, 10, '2026-11-24T12:35:00.000000+00:00', 22, 'CardPlayed', 1, '{"v": 1, "e": "CardPlayed", "turn": 5, "seat": 1, "card": "JS", "by": "player"}');
INSERT INTO events VALUES (2, 11, '2026-11-24T12:42:00.000000+00:00', 23, 'CardPlayed', 1, '{"v": 1, "e": "CardPlayed", "turn": 6, "seat": 2, "card": "AH", "by": "player"}');
INSERT INTO events VALUES (2, 12, '2026-11-24T12:42:00.000000+00:00', 27, 'CardPlayed', 1, '{"v": 1, "e": "CardPlayed", "turn": 7, "seat": 3, "card": "AS", "by": "player"}');
INSERT INTO seats VALUES (1, 1, 1, 'unused', 0);
INSERT INTO seats VALUES (1, 2, 2, 'unused', 0);
INSERT INTO seats VALUES (1, 3, 3, 'unused', 0);
INSERT INTO seats VALUES (1, 4, 4, 'unused', 0);
INSERT INTO seats VALUES (2, 1, 4, 'unused', 0);
INSERT INTO seats VALUES (2, 2, 2, 'unused', 0);
INSERT INTO seats VALUES (2, 3, 1, 'unused', 0);
INSERT INTO seats VALUES (2, 4, 3, 'unused', 0);
INSERT INTO sights VALUES ('bytes d5c55ce12abbebda01443fdcff3261b287d65971cd3ecf38ba9efb965fbccfdb', 1);
INSERT INTO sights VALUES ('proven gm@club.test m1@club.test', 1);
INSERT INTO sights VALUES ('bytes 3df4878ba9356f333e8c2b1618c65dcf9c4a9e2be998b7f97549e925e97d379e', 2);
INSERT INTO sights VALUES ('token rfia76qw3ojbjbkkwjwn3nby m8@club.test', 2);
INSERT INTO sights VALUES ('proven ann@club.test m8@club.test', 2);
INSERT INTO sights VALUES ('bytes f4eb0ecc8e41d7772d4cb475237265dfad794875343894171a3a69e8d0c06634', 3);
INSERT INTO sights VALUES ('token lsn4bym57ltzt6vcrvkztakq m11@club.test', 3);
INSERT INTO sights VALUES ('proven bob@club.test m11@club.test', 3);
INSERT INTO sights VALUES ('bytes 02512f40d85cc0618a3af8ee8d27c48ec0e69d6d3d6e504a135ca2d24a30963e', 4);
INSERT INTO sights VALUES ('token l2pilhqw4yw75svfd5odiuwo m14@club.test', 4);
INSERT INTO sights VALUES ('proven carol@club.test m14@club.test', 4);
INSERT INTO sights VALUES ('bytes 70a972ae010a9ebc7beee15cb446612187d89001c69fecfc6095ca63d94b6f5e', 5);
INSERT INTO sights VALUES ('token 53q2ehfxndke44fcaea6tu6y m17@club.test', 5);
INSERT INTO sights VALUES ('proven dave@club.test m17@club.test', 5);
INSERT INTO sights VALUES ('bytes a5840ac9ec35cc15dae97a94a7e94a6c7b6c5124292922537c7719b20f49f1ce', 6);
INSERT INTO sights VALUES ('proven gm@club.test m20@club.test', 6);
INSERT INTO sights VALUES ('bytes 8fee300864d2f704f1eccf4c6cc3e041081d7d131e11b42f330b76cfb83309c0', 7);
INSERT INTO sights VALUES ('token rfia76qw3ojbjbkkwjwn3nby m23@club.test', 7);
INSERT INTO sights VALUES ('proven ann@club.test m23@club.test', 7);
INSERT INTO sights VALUES ('bytes 8c18b8f3bc2d0265eac2f6eb829403fa51e456b8000addd3db2fe984f3b22838', 8);
INSERT INTO sights VALUES ('token ag26wi34od7rgqj7cpbkcn67 m29@club.test', 8);
INSERT INTO sights VALUES ('proven bob@club.test m29@club.test', 8);
INSERT INTO sights VALUES ('bytes 39854a5e1ea1d4ba3b6b43088c9b1d3411d638863059392c1970e247512d2cb4', 9);
INSERT INTO sights VALUES ('token qucthaholif6mrkh66ukh4yk m35@club.test', 9);
INSERT INTO sights VALUES ('proven dave@club.test m35@club.test', 9);
INSERT INTO sights VALUES ('bytes 63fdb686e0ed906618c9de1d929c5fce3f1b9aa960e59d68402a97c358e98572', 10);
INSERT INTO sights VALUES ('token 7ogejaaoan3xjpadmi73qtvm m41@club.test', 10);
INSERT INTO sights VALUES ('proven carol@club.test m41@club.test', 10);
INSERT INTO sights VALUES ('bytes c20fa171915321236e0c0649a4246a8db7a2b86d5aed9f2eb0132986e84aab3a', 11);
INSERT INTO sights VALUES ('token tnw7b6zjcii24wapcq2fc5ee m47@club.test', 11);
INSERT INTO sights VALUES ('proven ann@club.test m47@club.test', 11);
INSERT INTO sights VALUES ('bytes df3f1354a240e7b3096dd31fc9f74ccf469fb4944a07dbf55b05774358b0cd11', 12);
INSERT INTO sights VALUES ('token qhyro35yayor32npztno4ggq m53@club.test', 12);
INSERT INTO sights VALUES ('proven bob@club.test m53@club.test', 12);
INSERT INTO sights VALUES ('bytes f212a6f76343cf46fa608c46c772f814f7d981793505a606f4263b982013d406', 13);
INSERT INTO sights VALUES ('token 65tk4372m2qh3u46xnod7uw4 m59@club.test', 13);
INSERT INTO sights VALUES ('proven ann@club.test m59@club.test', 13);
INSERT INTO sights VALUES ('bytes 59a1d7c525df3afe72f0180707c02bbfa6231abce214b15d25e8c1bf9559547c', 14);
INSERT INTO sights VALUES ('token ubg525fjv5aaq3umyygwr4r3 m65@club.test', 14);
INSERT INTO sights VALUES ('proven dave@club.test m65@club.test', 14);
INSERT INTO sights VALUES ('bytes 2f5d0a9959f2ce0a91b1aec962ced751496c61bb58cf5fe81d8ba443aa810199', 15);
INSERT INTO sights VALUES ('proven erin@club.test m72@club.test', 15);
INSERT INTO sights VALUES ('bytes 85a55768fb40dd831065573ae43f57f56f0861407d2946b3d7b83d28bfffc183', 16);
INSERT INTO sights VALUES ('proven frank@club.test m75@club.test', 16);
INSERT INTO sights VALUES ('bytes 89ad52673e3c1bbcf29562001f80b742e8239f28e9f99cfb2d400ffcb7920ef5', 17);
INSERT INTO sights VALUES ('proven gm@club.test m78@club.test', 17);
INSERT INTO sights VALUES ('bytes c5e3770f8fe050ffeb9529ea0b5bbb05b9bd41bd93cf7db4442056e7dc1a6f9b', 18);
INSERT INTO sights VALUES ('token lultyuwmhiu6sgzumjervgvm m85@club.test', 18);
INSERT INTO sights VALUES ('proven carol@club.test m85@club.test', 18);
INSERT INTO sights VALUES ('bytes 69f9dcc7e71f9d61aaf6e3cbe2f8bb616935c0501e16e72a50a8a39166103e70', 19);
INSERT INTO sights VALUES ('token om55nsojf3vynqbdtefpkhzq m91@club.test', 19);
INSERT INTO sights VALUES ('proven bob@club.test m91@club.test', 19);
INSERT INTO sights VALUES ('bytes b58b4d6493569df008db37c0448c92b83b3755755054406d5300a6d262c7e04e', 20);
INSERT INTO sights VALUES ('token 3ictqrn5cmvdd3zjovmcmzpe m97@club.test', 20);
INSERT INTO sights VALUES ('proven ann@club.test m97@club.test', 20);
INSERT INTO sights VALUES ('bytes e0de9f7a4ca697cd8d89bf2d36ed47900592331fef72403ac319145660f11ff2', 21);
INSERT INTO sights VALUES ('token wz7v3l6crloojnnn6n5tqbia m103@club.test', 21);
INSERT INTO sights VALUES ('proven dave@club.test m103@club.test', 21);
INSERT INTO sights VALUES ('bytes be72d9d267cb715acdfea333c224ef83c25789cb661f03d200a0504047f1fbec', 22);
INSERT INTO sights VALUES ('token i2tt62uoj4qitkepn6vzehl6 m109@club.test', 22);
INSERT INTO sights VALUES ('proven carol@club.test m109@club.test', 22);
INSERT INTO sights VALUES ('bytes 4fb9dc99be20f3e4aa8b7dc8dbadd4726ee5a9ec2ba08ff56ee262b824f26446', 23);
INSERT INTO sights VALUES ('token b7rgxvsx3blp3n3mdwvl5egx m115@club.test', 23);
INSERT INTO sights VALUES ('proven bob@club.test m115@club.test', 23);
INSERT INTO sights VALUES ('bytes f3cf8e1d596f47d576207dd6b45f60540731c671e50f3dd57d49300936904681', 24);
INSERT INTO sights VALUES ('proven wendy@club.test m121@club.test', 24);
INSERT INTO sights VALUES ('bytes 8e67495bab7181401c4f280217655cf98d3bcdfe4af68aef60f8c958a0472243', 25);
INSERT INTO sights VALUES ('proven wendy@club.test m124@club.test', 25);
INSERT INTO sights VALUES ('bytes 3e9a91e263e46253c27d222a9c3cd54de841a811d556ebb5b87782e633c2dbc7', 26);
INSERT INTO sights VALUES ('bytes bbbf1b74b1201bae6078cd218a193eb330520b5d16160d97999f6e521e4b0abd', 27);
INSERT INTO sights VALUES ('token ms74sqpdirbomyxqm2v2k4ee m130@club.test', 27);
INSERT INTO sights VALUES ('proven ann@club.test m130@club.test', 27);
INSERT INTO waiting VALUES (1, 6, '109', NULL);
INSERT INTO waiting VALUES (2, 7, '109', NULL);
INSERT INTO watchers VALUES (2, 8, 0);
INSERT INTO outbox VALUES (1, 1, 1, 'ann@club.test', 'start,deal,turn', NULL, 'dx375deorlp5ejqxwpjwi2nw@club.test', '5nb64yanwu456b5eett7rach', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <dx375deorlp5ejqxwpjwi2nw@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+rfia76qw3ojbjbkkwjwn3nby@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: start,deal,turn
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: AS JS 9S 3S 6H 3H 2H QD 9D 8D 3D 6C 5C
Spades-Legal: 0 2 3 4 5 6 7 8 9 10 11 12 13
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_50ee17e9396fdca49cb9ddb818110de4a60098e7"

--=_50ee17e9396fdca49cb9ddb818110de4a60098e7
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Ann: bid by Fri 27 Nov 12:00 UTC.
That is 3 days from now.

- Game 1 begins: Ann + Dave against Bob + Carol.
- The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 Carol. Every order was
  equally likely.
- Team 1 is Ann + Dave, team 2 is Bob + Carol.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Ann bids first.

Round 1, bidding
----------------

  Seat  Player     Team  Bid
     1  Ann (you)     1    -  <-- to bid
     2  Bob           2    -
     3  Dave          1    -
     4  Carol         2    -

Your hand
---------

  =E2=99=A0  A J 9 3
  =E2=99=A5  6 3 2
  =E2=99=A6  Q 9 8 3
  =E2=99=A3  6 5

You may bid: nil, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13

Reply with one line, for example:

    bid 5

A move cannot be taken back.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Commitments to the deals of round 1, by attempt:
  1  c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f99942188c95
  2  d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab58344aad
  3  5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf131a5b41

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb60035fe7
  2  a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a422fdb01
  3  85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2e7118150

Check it: a line that says record 1 brings the whole record.

--=20
Spades 1, turn 1, sheet 109.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.

--=_50ee17e9396fdca49cb9ddb818110de4a60098e7
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Your =
turn, Ann: bid by Fri 27 Nov 12:00 UTC.</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1 &middot; Round 1</p>
<h1 style=3D"margin:0;font-size:20px;line-height:1.3;font-weight:700">Your =
turn, Ann: bid by Fri 27 Nov 12:00 UTC.</h1>
<p class=3D"soft" style=3D"margin:4px 0 0;color:#5a645f">That is 3 days fro=
m now.</p>
<ul style=3D"margin:12px 0 0;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">Game 1 begins: Ann + Dave against Bob + Carol.=
</li>
<li style=3D"margin:0 0 4px">The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 =
Carol. Every order was equally likely.</li>
<li style=3D"margin:0 0 4px">Team 1 is Ann + Dave, team 2 is Bob + Carol.</=
li>
<li style=3D"margin:0 0 4px">The rules are those of sheet 109: 500 points w=
in.</li>
<li style=3D"margin:0 0 4px">Each bid and each card is due within 3 days of=
 the notice; then the referee acts for the silent player.</li>
<li style=3D"margin:0 0 4px">Until trick 6 of a round is over, each player =
may send the referee privately a line like salt PHRASE: it is mixed into th=
e next round&#39;s deal, so that the referee alone cannot have arranged it.=
</li>
<li style=3D"margin:0 0 4px">Round 1 is dealt. Ann bids first.</li>
</ul>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"margin:14px 0 0;background:#1c6444;color:#ffffff;border-rad=
ius:12px;table-layout:fixed;font-size:15px;line-height:1.35;text-align:cent=
er">
<colgroup><col width=3D"40%"><col width=3D"20%"><col width=3D"40%"></colgro=
up>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:8px 6px 0"><div sty=
le=3D"display:inline-block;max-width:100%;border-radius:8px;padding:5px 10p=
x;overflow-wrap:anywhere">
<strong>Dave</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
<tr><td align=3D"center" style=3D"padding:4px 0 4px 6px" valign=3D"middle">=
<div style=3D"display:inline-block;max-width:100%;border-radius:8px;padding=
:5px 10px;overflow-wrap:anywhere">
<strong>Bob</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td><td align=3D"center" style=3D"padding:4px 0;font-size:13px;color:#d8eb=
e1" valign=3D"middle">Bids</td><td align=3D"center" style=3D"padding:4px 6p=
x 4px 0" valign=3D"middle"><div style=3D"display:inline-block;max-width:100=
%;border-radius:8px;padding:5px 10px;overflow-wrap:anywhere">
<strong>Carol</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:0 6px 8px"><div sty=
le=3D"display:inline-block;max-width:100%;background:#ffd866;color:#1b211e;=
border-radius:8px;padding:5px 10px;overflow-wrap:anywhere">
<strong>Ann</strong> (you)<div style=3D"font-size:13px">no bid yet<br><stro=
ng>to bid</strong></div>
</div>
</td></tr>
</table>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Your hand</h=
2>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">A=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">J=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">9=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">3=E2=99=A0&#xFE0E;</span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">6=E2=99=A5&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">3=E2=99=A5&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">2=E2=99=A5&#xFE=
0E;</span></span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">Q=E2=99=A6&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">9=E2=99=A6&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">8=E2=99=A6&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">3=E2=99=A6&#xFE=
0E;</span></span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">6=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">5=E2=99=A3&#xFE0E;</span>
</div>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Your bid: ta=
p one</h2>
<div>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%20nil" title=3D"Bid nil" class=3D"face"=
 style=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5=
px;background:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:=
8px;font-size:19px;line-height:22px;font-weight:700;text-align:center;text-=
decoration:none">nil</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%202" title=3D"Bid 2" class=3D"face" sty=
le=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px;b=
ackground:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8px;=
font-size:19px;line-height:22px;font-weight:700;text-align:center;text-deco=
ration:none">2</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%203" title=3D"Bid 3" class=3D"face" sty=
le=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px;b=
ackground:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8px;=
font-size:19px;line-height:22px;font-weight:700;text-align:center;text-deco=
ration:none">3</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%204" title=3D"Bid 4" class=3D"face" sty=
le=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px;b=
ackground:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8px;=
font-size:19px;line-height:22px;font-weight:700;text-align:center;text-deco=
ration:none">4</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%205" title=3D"Bid 5" class=3D"face" sty=
le=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px;b=
ackground:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8px;=
font-size:19px;line-height:22px;font-weight:700;text-align:center;text-deco=
ration:none">5</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%206" title=3D"Bid 6" class=3D"face" sty=
le=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px;b=
ackground:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8px;=
font-size:19px;line-height:22px;font-weight:700;text-align:center;text-deco=
ration:none">6</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%207" title=3D"Bid 7" class=3D"face" sty=
le=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px;b=
ackground:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8px;=
font-size:19px;line-height:22px;font-weight:700;text-align:center;text-deco=
ration:none">7</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%208" title=3D"Bid 8" class=3D"face" sty=
le=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px;b=
ackground:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8px;=
font-size:19px;line-height:22px;font-weight:700;text-align:center;text-deco=
ration:none">8</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%209" title=3D"Bid 9" class=3D"face" sty=
le=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px;b=
ackground:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8px;=
font-size:19px;line-height:22px;font-weight:700;text-align:center;text-deco=
ration:none">9</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%2010" title=3D"Bid 10" class=3D"face" s=
tyle=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px=
;background:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8p=
x;font-size:19px;line-height:22px;font-weight:700;text-align:center;text-de=
coration:none">10</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%2011" title=3D"Bid 11" class=3D"face" s=
tyle=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px=
;background:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8p=
x;font-size:19px;line-height:22px;font-weight:700;text-align:center;text-de=
coration:none">11</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%2012" title=3D"Bid 12" class=3D"face" s=
tyle=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px=
;background:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8p=
x;font-size:19px;line-height:22px;font-weight:700;text-align:center;text-de=
coration:none">12</a>
<a href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe=
%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpj=
wi2nw%40club.test%3E&amp;body=3Dbid%2013" title=3D"Bid 13" class=3D"face" s=
tyle=3D"display:inline-block;min-width:34px;margin:3px 1px;padding:10px 5px=
;background:#ffffff;color:#1b211e;border:2px solid #1c6444;border-radius:8p=
x;font-size:19px;line-height:22px;font-weight:700;text-align:center;text-de=
coration:none">13</a>
</div>
<p class=3D"soft" style=3D"margin:8px 0 0;font-size:14px;color:#5a645f">It =
opens an answer that is ready to send. You may as well reply with one line,=
 for example <strong>bid 5</strong>. A move cannot be taken back.</p>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Spadescore</=
h2>
<table width=3D"100%" cellpadding=3D"0" cellspacing=3D"0" style=3D"font-siz=
e:16px;line-height:1.4">
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Ann + Dave<div cla=
ss=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandba=
gs; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D"=
rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:1=
px solid #dfe5e1">0</td></tr>
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Bob + Carol<div cl=
ass=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandb=
ags; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D=
"rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:=
1px solid #dfe5e1">0</td></tr>
</table>
<p class=3D"soft" style=3D"margin:6px 0 0;font-size:13px;color:#5a645f">The=
 game ends after a round in which a team has 500 or more and leads.</p>
<div class=3D"soft rule" style=3D"margin:10px 0 0;font-size:12px;line-heigh=
t:1.5;color:#5a645f">
<div style=3D"margin:0 0 8px">Commitments to the deals of round 1, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f999=
42188c95</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab=
58344aad</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf=
131a5b41</div>
</div>
<div style=3D"margin:0 0 8px">No salts for round 1.
</div>
<div style=3D"margin:0 0 8px">Commitments to the deals of round 2, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb=
60035fe7</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a=
422fdb01</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2=
e7118150</div>
</div>
<div>Check it: a line that says <a class=3D"link" href=3D"mailto:referee%2B=
rfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Rou=
nd%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpjwi2nw%40club.test%3E&amp;bod=
y=3Drecord%201" style=3D"color:#1c6444">record 1</a> brings the whole recor=
d.</div>
</div>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1, turn 1, sheet 109.<br>Record 056414d81e21f2b2.<br>Answer this let=
ter, or write to referee@club.test. The reply address of this letter is you=
rs alone: pass it to nobody. Ask for more with a line that says: <a class=
=3D"link" href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subje=
ct=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5=
ejqxwpjwi2nw%40club.test%3E&amp;body=3Dhand" style=3D"color:#1c6444">hand</=
a>, <a class=3D"link" href=3D"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@clu=
b.test?subject=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3C=
dx375deorlp5ejqxwpjwi2nw%40club.test%3E&amp;body=3Dscore" style=3D"color:#1=
c6444">score</a>, <a class=3D"link" href=3D"mailto:referee%2Brfia76qw3ojbjb=
kkwjwn3nby@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-=
Reply-To=3D%3Cdx375deorlp5ejqxwpjwi2nw%40club.test%3E&amp;body=3Dhistory" s=
tyle=3D"color:#1c6444">history</a>, <a class=3D"link" href=3D"mailto:refere=
e%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe%3A%20%5BSpades%201%5D%2=
0Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpjwi2nw%40club.test%3E&amp=
;body=3Drules" style=3D"color:#1c6444">rules</a>, <a class=3D"link" href=3D=
"mailto:referee%2Brfia76qw3ojbjbkkwjwn3nby@club.test?subject=3DRe%3A%20%5BS=
pades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdx375deorlp5ejqxwpjwi2nw%40cl=
ub.test%3E&amp;body=3Dhelp" style=3D"color:#1c6444">help</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_50ee17e9396fdca49cb9ddb818110de4a60098e7--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (2, 1, 1, 'bob@club.test', 'start,deal', NULL, '4y6i7wbwm2djchhdz5t4n3k5@club.test', 'e5y2br2ynry42kygdo5k5q72', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <4y6i7wbwm2djchhdz5t4n3k5@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+lsn4bym57ltzt6vcrvkztakq@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: start,deal
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: KS 7S AH KH 9H 8H 7H 5H 4D AC QC 7C 4C
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_98115254aa8dbe9a79f4e96a30e73141824207f6"

--=_98115254aa8dbe9a79f4e96a30e73141824207f6
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Game 1 begins, Bob. Here are your cards.

- Game 1 begins: Ann + Dave against Bob + Carol.
- The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 Carol. Every order was
  equally likely.
- Team 1 is Ann + Dave, team 2 is Bob + Carol.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Ann bids first.

Round 1, bidding
----------------

  Seat  Player     Team  Bid
     1  Ann           1    -  <-- to bid
     2  Bob (you)     2    -
     3  Dave          1    -
     4  Carol         2    -

Your hand
---------

  =E2=99=A0  K 7
  =E2=99=A5  A K 9 8 7 5
  =E2=99=A6  4
  =E2=99=A3  A Q 7 4

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

Commitments to the deals of round 1, by attempt:
  1  c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f99942188c95
  2  d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab58344aad
  3  5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf131a5b41

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb60035fe7
  2  a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a422fdb01
  3  85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2e7118150

Check it: a line that says record 1 brings the whole record.

--=20
Spades 1, turn 1, sheet 109.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.

--=_98115254aa8dbe9a79f4e96a30e73141824207f6
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Game =
1 begins, Bob. Here are your cards.</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1 &middot; Round 1</p>
<h1 style=3D"margin:0;font-size:20px;line-height:1.3;font-weight:700">Game =
1 begins, Bob. Here are your cards.</h1>
<ul style=3D"margin:12px 0 0;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">Game 1 begins: Ann + Dave against Bob + Carol.=
</li>
<li style=3D"margin:0 0 4px">The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 =
Carol. Every order was equally likely.</li>
<li style=3D"margin:0 0 4px">Team 1 is Ann + Dave, team 2 is Bob + Carol.</=
li>
<li style=3D"margin:0 0 4px">The rules are those of sheet 109: 500 points w=
in.</li>
<li style=3D"margin:0 0 4px">Each bid and each card is due within 3 days of=
 the notice; then the referee acts for the silent player.</li>
<li style=3D"margin:0 0 4px">Until trick 6 of a round is over, each player =
may send the referee privately a line like salt PHRASE: it is mixed into th=
e next round&#39;s deal, so that the referee alone cannot have arranged it.=
</li>
<li style=3D"margin:0 0 4px">Round 1 is dealt. Ann bids first.</li>
</ul>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"margin:14px 0 0;background:#1c6444;color:#ffffff;border-rad=
ius:12px;table-layout:fixed;font-size:15px;line-height:1.35;text-align:cent=
er">
<colgroup><col width=3D"40%"><col width=3D"20%"><col width=3D"40%"></colgro=
up>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:8px 6px 0"><div sty=
le=3D"display:inline-block;max-width:100%;border-radius:8px;padding:5px 10p=
x;overflow-wrap:anywhere">
<strong>Carol</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
<tr><td align=3D"center" style=3D"padding:4px 0 4px 6px" valign=3D"middle">=
<div style=3D"display:inline-block;max-width:100%;border-radius:8px;padding=
:5px 10px;overflow-wrap:anywhere">
<strong>Dave</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td><td align=3D"center" style=3D"padding:4px 0;font-size:13px;color:#d8eb=
e1" valign=3D"middle">Bids</td><td align=3D"center" style=3D"padding:4px 6p=
x 4px 0" valign=3D"middle"><div style=3D"display:inline-block;max-width:100=
%;background:#ffd866;color:#1b211e;border-radius:8px;padding:5px 10px;overf=
low-wrap:anywhere">
<strong>Ann</strong><div style=3D"font-size:13px">no bid yet<br><strong>to =
bid</strong></div>
</div>
</td></tr>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:0 6px 8px"><div sty=
le=3D"display:inline-block;max-width:100%;border-radius:8px;padding:5px 10p=
x;overflow-wrap:anywhere">
<strong>Bob</strong> (you)<div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
</table>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Your hand</h=
2>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">K=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">7=E2=99=A0&#xFE0E;</span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">A=E2=99=A5&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">K=E2=99=A5&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">9=E2=99=A5&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">8=E2=99=A5&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">7=E2=99=A5&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">5=E2=99=A5&#xFE=
0E;</span></span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">4=E2=99=A6&#xFE=
0E;</span></span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">A=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">Q=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">7=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">4=E2=99=A3&#xFE0E;</span>
</div>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Spadescore</=
h2>
<table width=3D"100%" cellpadding=3D"0" cellspacing=3D"0" style=3D"font-siz=
e:16px;line-height:1.4">
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Ann + Dave<div cla=
ss=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandba=
gs; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D"=
rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:1=
px solid #dfe5e1">0</td></tr>
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Bob + Carol<div cl=
ass=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandb=
ags; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D=
"rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:=
1px solid #dfe5e1">0</td></tr>
</table>
<p class=3D"soft" style=3D"margin:6px 0 0;font-size:13px;color:#5a645f">The=
 game ends after a round in which a team has 500 or more and leads.</p>
<p style=3D"margin:14px 0 0;font-weight:600">Next: Ann is to bid by Fri 27 =
Nov 12:00 UTC, 3 days from now.</p>
<div class=3D"soft rule" style=3D"margin:16px 0 0;padding:10px 0 0;border-t=
op:1px solid #dfe5e1;font-size:12px;line-height:1.5;color:#5a645f">
<div style=3D"margin:0 0 8px">Commitments to the deals of round 1, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f999=
42188c95</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab=
58344aad</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf=
131a5b41</div>
</div>
<div style=3D"margin:0 0 8px">No salts for round 1.
</div>
<div style=3D"margin:0 0 8px">Commitments to the deals of round 2, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb=
60035fe7</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a=
422fdb01</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2=
e7118150</div>
</div>
<div>Check it: a line that says <a class=3D"link" href=3D"mailto:referee%2B=
lsn4bym57ltzt6vcrvkztakq@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Rou=
nd%201&amp;In-Reply-To=3D%3C4y6i7wbwm2djchhdz5t4n3k5%40club.test%3E&amp;bod=
y=3Drecord%201" style=3D"color:#1c6444">record 1</a> brings the whole recor=
d.</div>
</div>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1, turn 1, sheet 109.<br>Record 056414d81e21f2b2.<br>Answer this let=
ter, or write to referee@club.test. The reply address of this letter is you=
rs alone: pass it to nobody. Ask for more with a line that says: <a class=
=3D"link" href=3D"mailto:referee%2Blsn4bym57ltzt6vcrvkztakq@club.test?subje=
ct=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3C4y6i7wbwm2dj=
chhdz5t4n3k5%40club.test%3E&amp;body=3Dhand" style=3D"color:#1c6444">hand</=
a>, <a class=3D"link" href=3D"mailto:referee%2Blsn4bym57ltzt6vcrvkztakq@clu=
b.test?subject=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3C=
4y6i7wbwm2djchhdz5t4n3k5%40club.test%3E&amp;body=3Dscore" style=3D"color:#1=
c6444">score</a>, <a class=3D"link" href=3D"mailto:referee%2Blsn4bym57ltzt6=
vcrvkztakq@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-=
Reply-To=3D%3C4y6i7wbwm2djchhdz5t4n3k5%40club.test%3E&amp;body=3Dhistory" s=
tyle=3D"color:#1c6444">history</a>, <a class=3D"link" href=3D"mailto:refere=
e%2Blsn4bym57ltzt6vcrvkztakq@club.test?subject=3DRe%3A%20%5BSpades%201%5D%2=
0Round%201&amp;In-Reply-To=3D%3C4y6i7wbwm2djchhdz5t4n3k5%40club.test%3E&amp=
;body=3Drules" style=3D"color:#1c6444">rules</a>, <a class=3D"link" href=3D=
"mailto:referee%2Blsn4bym57ltzt6vcrvkztakq@club.test?subject=3DRe%3A%20%5BS=
pades%201%5D%20Round%201&amp;In-Reply-To=3D%3C4y6i7wbwm2djchhdz5t4n3k5%40cl=
ub.test%3E&amp;body=3Dhelp" style=3D"color:#1c6444">help</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_98115254aa8dbe9a79f4e96a30e73141824207f6--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (3, 1, 1, 'dave@club.test', 'start,deal', NULL, 'dg5funtq2xvhd4seiqfhn7ek@club.test', 'jvm5j7j6j74nxvzx5qoq7xhu', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <dg5funtq2xvhd4seiqfhn7ek@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+53q2ehfxndke44fcaea6tu6y@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: start,deal
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: TS 8S 2S QH TH 4H JD 5D KC JC TC 3C 2C
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_03a5073ba99c786090e75b63627ba89666d9ba97"

--=_03a5073ba99c786090e75b63627ba89666d9ba97
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Game 1 begins, Dave. Here are your cards.

- Game 1 begins: Ann + Dave against Bob + Carol.
- The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 Carol. Every order was
  equally likely.
- Team 1 is Ann + Dave, team 2 is Bob + Carol.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Ann bids first.

Round 1, bidding
----------------

  Seat  Player      Team  Bid
     1  Ann            1    -  <-- to bid
     2  Bob            2    -
     3  Dave (you)     1    -
     4  Carol          2    -

Your hand
---------

  =E2=99=A0  10 8 2
  =E2=99=A5  Q 10 4
  =E2=99=A6  J 5
  =E2=99=A3  K J 10 3 2

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

Commitments to the deals of round 1, by attempt:
  1  c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f99942188c95
  2  d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab58344aad
  3  5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf131a5b41

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb60035fe7
  2  a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a422fdb01
  3  85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2e7118150

Check it: a line that says record 1 brings the whole record.

--=20
Spades 1, turn 1, sheet 109.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.

--=_03a5073ba99c786090e75b63627ba89666d9ba97
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Game =
1 begins, Dave. Here are your cards.</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1 &middot; Round 1</p>
<h1 style=3D"margin:0;font-size:20px;line-height:1.3;font-weight:700">Game =
1 begins, Dave. Here are your cards.</h1>
<ul style=3D"margin:12px 0 0;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">Game 1 begins: Ann + Dave against Bob + Carol.=
</li>
<li style=3D"margin:0 0 4px">The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 =
Carol. Every order was equally likely.</li>
<li style=3D"margin:0 0 4px">Team 1 is Ann + Dave, team 2 is Bob + Carol.</=
li>
<li style=3D"margin:0 0 4px">The rules are those of sheet 109: 500 points w=
in.</li>
<li style=3D"margin:0 0 4px">Each bid and each card is due within 3 days of=
 the notice; then the referee acts for the silent player.</li>
<li style=3D"margin:0 0 4px">Until trick 6 of a round is over, each player =
may send the referee privately a line like salt PHRASE: it is mixed into th=
e next round&#39;s deal, so that the referee alone cannot have arranged it.=
</li>
<li style=3D"margin:0 0 4px">Round 1 is dealt. Ann bids first.</li>
</ul>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"margin:14px 0 0;background:#1c6444;color:#ffffff;border-rad=
ius:12px;table-layout:fixed;font-size:15px;line-height:1.35;text-align:cent=
er">
<colgroup><col width=3D"40%"><col width=3D"20%"><col width=3D"40%"></colgro=
up>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:8px 6px 0"><div sty=
le=3D"display:inline-block;max-width:100%;background:#ffd866;color:#1b211e;=
border-radius:8px;padding:5px 10px;overflow-wrap:anywhere">
<strong>Ann</strong><div style=3D"font-size:13px">no bid yet<br><strong>to =
bid</strong></div>
</div>
</td></tr>
<tr><td align=3D"center" style=3D"padding:4px 0 4px 6px" valign=3D"middle">=
<div style=3D"display:inline-block;max-width:100%;border-radius:8px;padding=
:5px 10px;overflow-wrap:anywhere">
<strong>Carol</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td><td align=3D"center" style=3D"padding:4px 0;font-size:13px;color:#d8eb=
e1" valign=3D"middle">Bids</td><td align=3D"center" style=3D"padding:4px 6p=
x 4px 0" valign=3D"middle"><div style=3D"display:inline-block;max-width:100=
%;border-radius:8px;padding:5px 10px;overflow-wrap:anywhere">
<strong>Bob</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:0 6px 8px"><div sty=
le=3D"display:inline-block;max-width:100%;border-radius:8px;padding:5px 10p=
x;overflow-wrap:anywhere">
<strong>Dave</strong> (you)<div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
</table>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Your hand</h=
2>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">10=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">8=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">2=E2=99=A0&#xFE0E;</span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">Q=E2=99=A5&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">10=E2=99=A5&#xF=
E0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">4=E2=99=A5&#xFE=
0E;</span></span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">J=E2=99=A6&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">5=E2=99=A6&#xFE=
0E;</span></span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">K=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">J=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">10=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">3=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">2=E2=99=A3&#xFE0E;</span>
</div>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Spadescore</=
h2>
<table width=3D"100%" cellpadding=3D"0" cellspacing=3D"0" style=3D"font-siz=
e:16px;line-height:1.4">
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Ann + Dave<div cla=
ss=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandba=
gs; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D"=
rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:1=
px solid #dfe5e1">0</td></tr>
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Bob + Carol<div cl=
ass=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandb=
ags; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D=
"rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:=
1px solid #dfe5e1">0</td></tr>
</table>
<p class=3D"soft" style=3D"margin:6px 0 0;font-size:13px;color:#5a645f">The=
 game ends after a round in which a team has 500 or more and leads.</p>
<p style=3D"margin:14px 0 0;font-weight:600">Next: Ann is to bid by Fri 27 =
Nov 12:00 UTC, 3 days from now.</p>
<div class=3D"soft rule" style=3D"margin:16px 0 0;padding:10px 0 0;border-t=
op:1px solid #dfe5e1;font-size:12px;line-height:1.5;color:#5a645f">
<div style=3D"margin:0 0 8px">Commitments to the deals of round 1, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f999=
42188c95</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab=
58344aad</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf=
131a5b41</div>
</div>
<div style=3D"margin:0 0 8px">No salts for round 1.
</div>
<div style=3D"margin:0 0 8px">Commitments to the deals of round 2, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb=
60035fe7</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a=
422fdb01</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2=
e7118150</div>
</div>
<div>Check it: a line that says <a class=3D"link" href=3D"mailto:referee%2B=
53q2ehfxndke44fcaea6tu6y@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Rou=
nd%201&amp;In-Reply-To=3D%3Cdg5funtq2xvhd4seiqfhn7ek%40club.test%3E&amp;bod=
y=3Drecord%201" style=3D"color:#1c6444">record 1</a> brings the whole recor=
d.</div>
</div>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1, turn 1, sheet 109.<br>Record 056414d81e21f2b2.<br>Answer this let=
ter, or write to referee@club.test. The reply address of this letter is you=
rs alone: pass it to nobody. Ask for more with a line that says: <a class=
=3D"link" href=3D"mailto:referee%2B53q2ehfxndke44fcaea6tu6y@club.test?subje=
ct=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdg5funtq2xvh=
d4seiqfhn7ek%40club.test%3E&amp;body=3Dhand" style=3D"color:#1c6444">hand</=
a>, <a class=3D"link" href=3D"mailto:referee%2B53q2ehfxndke44fcaea6tu6y@clu=
b.test?subject=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3C=
dg5funtq2xvhd4seiqfhn7ek%40club.test%3E&amp;body=3Dscore" style=3D"color:#1=
c6444">score</a>, <a class=3D"link" href=3D"mailto:referee%2B53q2ehfxndke44=
fcaea6tu6y@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-=
Reply-To=3D%3Cdg5funtq2xvhd4seiqfhn7ek%40club.test%3E&amp;body=3Dhistory" s=
tyle=3D"color:#1c6444">history</a>, <a class=3D"link" href=3D"mailto:refere=
e%2B53q2ehfxndke44fcaea6tu6y@club.test?subject=3DRe%3A%20%5BSpades%201%5D%2=
0Round%201&amp;In-Reply-To=3D%3Cdg5funtq2xvhd4seiqfhn7ek%40club.test%3E&amp=
;body=3Drules" style=3D"color:#1c6444">rules</a>, <a class=3D"link" href=3D=
"mailto:referee%2B53q2ehfxndke44fcaea6tu6y@club.test?subject=3DRe%3A%20%5BS=
pades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cdg5funtq2xvhd4seiqfhn7ek%40cl=
ub.test%3E&amp;body=3Dhelp" style=3D"color:#1c6444">help</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_03a5073ba99c786090e75b63627ba89666d9ba97--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (4, 1, 1, 'carol@club.test', 'start,deal', NULL, 'qcv76lugr4b37d36vexjdn3e@club.test', 'glmdr5i2do7q4kfdwmafz335', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <qcv76lugr4b37d36vexjdn3e@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+l2pilhqw4yw75svfd5odiuwo@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: start,deal
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: QS 6S 5S 4S JH AD KD TD 7D 6D 2D 9C 8C
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_18a03c3f8c03eecb7f15d9814d36f53d7b6510cf"

--=_18a03c3f8c03eecb7f15d9814d36f53d7b6510cf
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Game 1 begins, Carol. Here are your cards.

- Game 1 begins: Ann + Dave against Bob + Carol.
- The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 Carol. Every order was
  equally likely.
- Team 1 is Ann + Dave, team 2 is Bob + Carol.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Ann bids first.

Round 1, bidding
----------------

  Seat  Player       Team  Bid
     1  Ann             1    -  <-- to bid
     2  Bob             2    -
     3  Dave            1    -
     4  Carol (you)     2    -

Your hand
---------

  =E2=99=A0  Q 6 5 4
  =E2=99=A5  J
  =E2=99=A6  A K 10 7 6 2
  =E2=99=A3  9 8

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

Commitments to the deals of round 1, by attempt:
  1  c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f99942188c95
  2  d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab58344aad
  3  5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf131a5b41

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb60035fe7
  2  a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a422fdb01
  3  85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2e7118150

Check it: a line that says record 1 brings the whole record.

--=20
Spades 1, turn 1, sheet 109.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.

--=_18a03c3f8c03eecb7f15d9814d36f53d7b6510cf
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Game =
1 begins, Carol. Here are your cards.</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1 &middot; Round 1</p>
<h1 style=3D"margin:0;font-size:20px;line-height:1.3;font-weight:700">Game =
1 begins, Carol. Here are your cards.</h1>
<ul style=3D"margin:12px 0 0;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">Game 1 begins: Ann + Dave against Bob + Carol.=
</li>
<li style=3D"margin:0 0 4px">The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 =
Carol. Every order was equally likely.</li>
<li style=3D"margin:0 0 4px">Team 1 is Ann + Dave, team 2 is Bob + Carol.</=
li>
<li style=3D"margin:0 0 4px">The rules are those of sheet 109: 500 points w=
in.</li>
<li style=3D"margin:0 0 4px">Each bid and each card is due within 3 days of=
 the notice; then the referee acts for the silent player.</li>
<li style=3D"margin:0 0 4px">Until trick 6 of a round is over, each player =
may send the referee privately a line like salt PHRASE: it is mixed into th=
e next round&#39;s deal, so that the referee alone cannot have arranged it.=
</li>
<li style=3D"margin:0 0 4px">Round 1 is dealt. Ann bids first.</li>
</ul>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"margin:14px 0 0;background:#1c6444;color:#ffffff;border-rad=
ius:12px;table-layout:fixed;font-size:15px;line-height:1.35;text-align:cent=
er">
<colgroup><col width=3D"40%"><col width=3D"20%"><col width=3D"40%"></colgro=
up>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:8px 6px 0"><div sty=
le=3D"display:inline-block;max-width:100%;border-radius:8px;padding:5px 10p=
x;overflow-wrap:anywhere">
<strong>Bob</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
<tr><td align=3D"center" style=3D"padding:4px 0 4px 6px" valign=3D"middle">=
<div style=3D"display:inline-block;max-width:100%;background:#ffd866;color:=
#1b211e;border-radius:8px;padding:5px 10px;overflow-wrap:anywhere">
<strong>Ann</strong><div style=3D"font-size:13px">no bid yet<br><strong>to =
bid</strong></div>
</div>
</td><td align=3D"center" style=3D"padding:4px 0;font-size:13px;color:#d8eb=
e1" valign=3D"middle">Bids</td><td align=3D"center" style=3D"padding:4px 6p=
x 4px 0" valign=3D"middle"><div style=3D"display:inline-block;max-width:100=
%;border-radius:8px;padding:5px 10px;overflow-wrap:anywhere">
<strong>Dave</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:0 6px 8px"><div sty=
le=3D"display:inline-block;max-width:100%;border-radius:8px;padding:5px 10p=
x;overflow-wrap:anywhere">
<strong>Carol</strong> (you)<div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
</table>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Your hand</h=
2>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">Q=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">6=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">5=E2=99=A0&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">4=E2=99=A0&#xFE0E;</span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">J=E2=99=A5&#xFE=
0E;</span></span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">A=E2=99=A6&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">K=E2=99=A6&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">10=E2=99=A6&#xF=
E0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">7=E2=99=A6&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">6=E2=99=A6&#xFE=
0E;</span></span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#c0182f;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center"><span class=3D"red" style=3D"color:#c0182f">2=E2=99=A6&#xFE=
0E;</span></span>
</div>
<div style=3D"margin:0 0 2px">
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">9=E2=99=A3&#xFE0E;</span>
<span class=3D"face" style=3D"display:inline-block;min-width:34px;margin:3p=
x 1px;padding:11px 6px;background:#ffffff;color:#1b211e;border:1px solid #a=
9b4ae;border-radius:8px;font-size:19px;line-height:22px;font-weight:700;tex=
t-align:center">8=E2=99=A3&#xFE0E;</span>
</div>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Spadescore</=
h2>
<table width=3D"100%" cellpadding=3D"0" cellspacing=3D"0" style=3D"font-siz=
e:16px;line-height:1.4">
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Ann + Dave<div cla=
ss=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandba=
gs; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D"=
rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:1=
px solid #dfe5e1">0</td></tr>
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Bob + Carol<div cl=
ass=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandb=
ags; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D=
"rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:=
1px solid #dfe5e1">0</td></tr>
</table>
<p class=3D"soft" style=3D"margin:6px 0 0;font-size:13px;color:#5a645f">The=
 game ends after a round in which a team has 500 or more and leads.</p>
<p style=3D"margin:14px 0 0;font-weight:600">Next: Ann is to bid by Fri 27 =
Nov 12:00 UTC, 3 days from now.</p>
<div class=3D"soft rule" style=3D"margin:16px 0 0;padding:10px 0 0;border-t=
op:1px solid #dfe5e1;font-size:12px;line-height:1.5;color:#5a645f">
<div style=3D"margin:0 0 8px">Commitments to the deals of round 1, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f999=
42188c95</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab=
58344aad</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf=
131a5b41</div>
</div>
<div style=3D"margin:0 0 8px">No salts for round 1.
</div>
<div style=3D"margin:0 0 8px">Commitments to the deals of round 2, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb=
60035fe7</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a=
422fdb01</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2=
e7118150</div>
</div>
<div>Check it: a line that says <a class=3D"link" href=3D"mailto:referee%2B=
l2pilhqw4yw75svfd5odiuwo@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Rou=
nd%201&amp;In-Reply-To=3D%3Cqcv76lugr4b37d36vexjdn3e%40club.test%3E&amp;bod=
y=3Drecord%201" style=3D"color:#1c6444">record 1</a> brings the whole recor=
d.</div>
</div>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1, turn 1, sheet 109.<br>Record 056414d81e21f2b2.<br>Answer this let=
ter, or write to referee@club.test. The reply address of this letter is you=
rs alone: pass it to nobody. Ask for more with a line that says: <a class=
=3D"link" href=3D"mailto:referee%2Bl2pilhqw4yw75svfd5odiuwo@club.test?subje=
ct=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cqcv76lugr4b3=
7d36vexjdn3e%40club.test%3E&amp;body=3Dhand" style=3D"color:#1c6444">hand</=
a>, <a class=3D"link" href=3D"mailto:referee%2Bl2pilhqw4yw75svfd5odiuwo@clu=
b.test?subject=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-Reply-To=3D%3C=
qcv76lugr4b37d36vexjdn3e%40club.test%3E&amp;body=3Dscore" style=3D"color:#1=
c6444">score</a>, <a class=3D"link" href=3D"mailto:referee%2Bl2pilhqw4yw75s=
vfd5odiuwo@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Round%201&amp;In-=
Reply-To=3D%3Cqcv76lugr4b37d36vexjdn3e%40club.test%3E&amp;body=3Dhistory" s=
tyle=3D"color:#1c6444">history</a>, <a class=3D"link" href=3D"mailto:refere=
e%2Bl2pilhqw4yw75svfd5odiuwo@club.test?subject=3DRe%3A%20%5BSpades%201%5D%2=
0Round%201&amp;In-Reply-To=3D%3Cqcv76lugr4b37d36vexjdn3e%40club.test%3E&amp=
;body=3Drules" style=3D"color:#1c6444">rules</a>, <a class=3D"link" href=3D=
"mailto:referee%2Bl2pilhqw4yw75svfd5odiuwo@club.test?subject=3DRe%3A%20%5BS=
pades%201%5D%20Round%201&amp;In-Reply-To=3D%3Cqcv76lugr4b37d36vexjdn3e%40cl=
ub.test%3E&amp;body=3Dhelp" style=3D"color:#1c6444">help</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_18a03c3f8c03eecb7f15d9814d36f53d7b6510cf--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (5, 1, 1, 'gm@club.test', 'start', NULL, 'w527jjnhau6774w2plsbg2ge@club.test', 'nqeqfnfpicbj4wtjuth4i7za', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "gm" <gm@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <w527jjnhau6774w2plsbg2ge@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+xpg47sb7xsh7g4we7p3s4zpm@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: start
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: 056414d81e21f2b2
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=unwatch%201&body=unwatch%201>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_d8d2efb78a2d95a0c5fa883cfc4f97c84c89f392"

--=_d8d2efb78a2d95a0c5fa883cfc4f97c84c89f392
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Game 1 begins: Ann + Dave against Bob + Carol.

- The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 Carol. Every order was
  equally likely.
- Team 1 is Ann + Dave, team 2 is Bob + Carol.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Ann bids first.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    -  <-- to bid
     2  Bob        2    -
     3  Dave       1    -
     4  Carol      2    -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

Commitments to the deals of round 1, by attempt:
  1  c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f99942188c95
  2  d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab58344aad
  3  5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf131a5b41

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb60035fe7
  2  a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a422fdb01
  3  85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2e7118150

Check it: a line that says record 1 brings the whole record.

-- 
Spades 1, turn 1, sheet 109.
Record 056414d81e21f2b2.
You are sent this because you watch or steer the game. To end watching, send
"unwatch 1" to referee@club.test.

--=_d8d2efb78a2d95a0c5fa883cfc4f97c84c89f392
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Game =
1 begins: Ann + Dave against Bob + Carol.</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1 &middot; Round 1</p>
<h1 style=3D"margin:0;font-size:20px;line-height:1.3;font-weight:700">Game =
1 begins: Ann + Dave against Bob + Carol.</h1>
<ul style=3D"margin:12px 0 0;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">The seats were drawn: 1 Ann, 2 Bob, 3 Dave, 4 =
Carol. Every order was equally likely.</li>
<li style=3D"margin:0 0 4px">Team 1 is Ann + Dave, team 2 is Bob + Carol.</=
li>
<li style=3D"margin:0 0 4px">The rules are those of sheet 109: 500 points w=
in.</li>
<li style=3D"margin:0 0 4px">Each bid and each card is due within 3 days of=
 the notice; then the referee acts for the silent player.</li>
<li style=3D"margin:0 0 4px">Until trick 6 of a round is over, each player =
may send the referee privately a line like salt PHRASE: it is mixed into th=
e next round&#39;s deal, so that the referee alone cannot have arranged it.=
</li>
<li style=3D"margin:0 0 4px">Round 1 is dealt. Ann bids first.</li>
</ul>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"margin:14px 0 0;background:#1c6444;color:#ffffff;border-rad=
ius:12px;table-layout:fixed;font-size:15px;line-height:1.35;text-align:cent=
er">
<colgroup><col width=3D"40%"><col width=3D"20%"><col width=3D"40%"></colgro=
up>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:8px 6px 0"><div sty=
le=3D"display:inline-block;max-width:100%;border-radius:8px;padding:5px 10p=
x;overflow-wrap:anywhere">
<strong>Dave</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
<tr><td align=3D"center" style=3D"padding:4px 0 4px 6px" valign=3D"middle">=
<div style=3D"display:inline-block;max-width:100%;border-radius:8px;padding=
:5px 10px;overflow-wrap:anywhere">
<strong>Bob</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td><td align=3D"center" style=3D"padding:4px 0;font-size:13px;color:#d8eb=
e1" valign=3D"middle">Bids</td><td align=3D"center" style=3D"padding:4px 6p=
x 4px 0" valign=3D"middle"><div style=3D"display:inline-block;max-width:100=
%;border-radius:8px;padding:5px 10px;overflow-wrap:anywhere">
<strong>Carol</strong><div style=3D"font-size:13px">no bid yet</div>
</div>
</td></tr>
<tr><td colspan=3D"3" align=3D"center" style=3D"padding:0 6px 8px"><div sty=
le=3D"display:inline-block;max-width:100%;background:#ffd866;color:#1b211e;=
border-radius:8px;padding:5px 10px;overflow-wrap:anywhere">
<strong>Ann</strong><div style=3D"font-size:13px">no bid yet<br><strong>to =
bid</strong></div>
</div>
</td></tr>
</table>
<h2 style=3D"margin:18px 0 4px;font-size:17px;line-height:1.3">Spadescore</=
h2>
<table width=3D"100%" cellpadding=3D"0" cellspacing=3D"0" style=3D"font-siz=
e:16px;line-height:1.4">
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Ann + Dave<div cla=
ss=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandba=
gs; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D"=
rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:1=
px solid #dfe5e1">0</td></tr>
<tr><th scope=3D"row" align=3D"left" class=3D"rule" style=3D"padding:7px 8p=
x 7px 0;font-weight:600;border-bottom:1px solid #dfe5e1">Bob + Carol<div cl=
ass=3D"soft" style=3D"font-size:13px;font-weight:400;color:#5a645f">0 sandb=
ags; 10 more cost 100</div></th><td align=3D"right" valign=3D"top" class=3D=
"rule" style=3D"padding:7px 0;font-size:19px;font-weight:700;border-bottom:=
1px solid #dfe5e1">0</td></tr>
</table>
<p class=3D"soft" style=3D"margin:6px 0 0;font-size:13px;color:#5a645f">The=
 game ends after a round in which a team has 500 or more and leads.</p>
<p style=3D"margin:14px 0 0;font-weight:600">Next: Ann is to bid by Fri 27 =
Nov 12:00 UTC, 3 days from now.</p>
<div class=3D"soft rule" style=3D"margin:16px 0 0;padding:10px 0 0;border-t=
op:1px solid #dfe5e1;font-size:12px;line-height:1.5;color:#5a645f">
<div style=3D"margin:0 0 8px">Commitments to the deals of round 1, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 c4543f5da9796f353ca3251215b66751763f953c63ef7e3bfe04f999=
42188c95</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 d897e8dc9c789c2329cdbbae5f37f43b2122eb08775001933e0668ab=
58344aad</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 5d7b97fb45b473faacad92180d1b44b965c018e6146c4040c99e9ddf=
131a5b41</div>
</div>
<div style=3D"margin:0 0 8px">No salts for round 1.
</div>
<div style=3D"margin:0 0 8px">Commitments to the deals of round 2, by attem=
pt:
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">1 edbf8ddfeda07437b1295d74288e2a85ac633fb192912343d1bed1cb=
60035fe7</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">2 a5675784a9f652b88661b2b007a1c8196b692ab12cf4c517a2305b1a=
422fdb01</div>
<div style=3D"padding:0 0 0 14px;text-indent:-14px;font:11px/1.5 ui-monospa=
ce,Menlo,Consolas,''DejaVu Sans Mono'',monospace;overflow-wrap:anywhere;word-=
break:break-all">3 85be2f1bd8a39ea44668040d69dd8700be5f7e45e4d8f24e58280ea2=
e7118150</div>
</div>
<div>Check it: a line that says <a class=3D"link" href=3D"mailto:referee%2B=
xpg47sb7xsh7g4we7p3s4zpm@club.test?subject=3DRe%3A%20%5BSpades%201%5D%20Rou=
nd%201&amp;In-Reply-To=3D%3Cw527jjnhau6774w2plsbg2ge%40club.test%3E&amp;bod=
y=3Drecord%201" style=3D"color:#1c6444">record 1</a> brings the whole recor=
d.</div>
</div>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1, turn 1, sheet 109.<br>Record 056414d81e21f2b2.<br>You are sent th=
is because you watch or steer the game. To end watching, <a class=3D"link" =
href=3D"mailto:referee@club.test?subject=3Dunwatch%201&amp;body=3Dunwatch%2=
01" style=3D"color:#1c6444">send &ldquo;unwatch 1&rdquo;</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_d8d2efb78a2d95a0c5fa883cfc4f97c84c89f392--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (6, 1, 1, 'ann@club.test', 'reply', NULL, 'chlnmuxa3o6n5eb3td33c7js@club.test', 'bzvgiee7zqpak64qs76haafv', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <chlnmuxa3o6n5eb3td33c7js@club.test>
In-Reply-To: <m8@club.test>
References: <m8@club.test>
Reply-To: referee+c3es6a4qdlws6f3tfsrg5cob@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: reply
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_c52287089eb23035da77a4db96fd0d0d36242db2"

--=_c52287089eb23035da77a4db96fd0d0d36242db2
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- your letters come as plain text from now on

-- 
Spades 1.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_c52287089eb23035da77a4db96fd0d0d36242db2
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">your letters come as plain text from now on</l=
i>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1.<br>Record 056414d81e21f2b2.<br>Answer this letter, or write to re=
feree@club.test. A line that says hand, score, history, rules or help bring=
s you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_c52287089eb23035da77a4db96fd0d0d36242db2--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (7, 1, 1, 'bob@club.test', 'reply', NULL, 'brus6dnwnsqitklecr45zych@club.test', 'nf4abegz3q5lqjj5skxbboug', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <brus6dnwnsqitklecr45zych@club.test>
In-Reply-To: <m11@club.test>
References: <m11@club.test>
Reply-To: referee+exysxb6gkvivwgzpcemwry3a@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: reply
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_c7547db3521d62d4248a6ddb3480cdd50390ffb6"

--=_c7547db3521d62d4248a6ddb3480cdd50390ffb6
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- your letters come as plain text from now on

-- 
Spades 1.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_c7547db3521d62d4248a6ddb3480cdd50390ffb6
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">your letters come as plain text from now on</l=
i>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1.<br>Record 056414d81e21f2b2.<br>Answer this letter, or write to re=
feree@club.test. A line that says hand, score, history, rules or help bring=
s you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_c7547db3521d62d4248a6ddb3480cdd50390ffb6--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (8, 1, 1, 'carol@club.test', 'reply', NULL, 'o4ulk3ngy62xbpdxkwuwhkba@club.test', 'xabep6kou42fc6rjljbtx5ab', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <o4ulk3ngy62xbpdxkwuwhkba@club.test>
In-Reply-To: <m14@club.test>
References: <m14@club.test>
Reply-To: referee+6y6aceodfx7asqrqtrnuest3@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: reply
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_96151835f363c69c7e09b8b9d8a0ab65cda418d3"

--=_96151835f363c69c7e09b8b9d8a0ab65cda418d3
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- your letters come as plain text from now on

-- 
Spades 1.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_96151835f363c69c7e09b8b9d8a0ab65cda418d3
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">your letters come as plain text from now on</l=
i>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1.<br>Record 056414d81e21f2b2.<br>Answer this letter, or write to re=
feree@club.test. A line that says hand, score, history, rules or help bring=
s you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_96151835f363c69c7e09b8b9d8a0ab65cda418d3--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (9, 1, 1, 'dave@club.test', 'reply', NULL, 'h33yf3xxw4mvxwcxmwtu44gi@club.test', '235jgnxqnw3rctop3o3wvwj2', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <h33yf3xxw4mvxwcxmwtu44gi@club.test>
In-Reply-To: <m17@club.test>
References: <m17@club.test>
Reply-To: referee+3hqrqkwwdjxxck7m34lqqnc4@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: reply
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_b111e85d6b57877eda2e04e4e873d502bec2ea4c"

--=_b111e85d6b57877eda2e04e4e873d502bec2ea4c
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- your letters come as plain text from now on

-- 
Spades 1.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_b111e85d6b57877eda2e04e4e873d502bec2ea4c
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Round 1</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">your letters come as plain text from now on</l=
i>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1.<br>Record 056414d81e21f2b2.<br>Answer this letter, or write to re=
feree@club.test. A line that says hand, score, history, rules or help bring=
s you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_b111e85d6b57877eda2e04e4e873d502bec2ea4c--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (10, 1, 1, 'gm@club.test', 'reply', NULL, 'z6bpg2s4rfxhanz6gkfopkie@club.test', '6xp5ibmwnavw3z2wckvfr47r', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "gm" <gm@club.test>
Subject: [Spades 1] Re: your mail
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <z6bpg2s4rfxhanz6gkfopkie@club.test>
In-Reply-To: <m20@club.test>
References: <m20@club.test>
Reply-To: referee+vbdfw4b4fgfg3pxgz6fzbzis@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: reply
Spades-Record: 056414d81e21f2b2
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_b1183a3ba8db51ac803fd4ab7ee9ad79f21ef8e5"

--=_b1183a3ba8db51ac803fd4ab7ee9ad79f21ef8e5
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- your letters come as plain text from now on

-- 
Spades 1.
Record 056414d81e21f2b2.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_b1183a3ba8db51ac803fd4ab7ee9ad79f21ef8e5
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades 1] Re: your mail</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des 1</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">your letters come as plain text from now on</l=
i>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Spades 1.<br>Record 056414d81e21f2b2.<br>Answer this letter, or write to re=
feree@club.test. A line that says hand, score, history, rules or help bring=
s you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_b1183a3ba8db51ac803fd4ab7ee9ad79f21ef8e5--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (11, 1, 2, 'ann@club.test', 'bid', NULL, 'dsbwkwhvxm2252zxvbekinjk@club.test', 'sr6bg5ciavorpnuqe2u5qop5', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <dsbwkwhvxm2252zxvbekinjk@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+jlwux2un36mhbm2v544oi2rv@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 2
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f1d41d3f1e5a3e3f
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Ann bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    -  <-- to bid
     3  Dave       1    -
     4  Carol      2    -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 2, sheet 109.
Record f1d41d3f1e5a3e3f.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (12, 1, 2, 'bob@club.test', 'bid,turn', NULL, 'eiqkzz5pvtzdjdlogkle3j6j@club.test', 'cxjleyanh5sugjedxxbwtqsi', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <eiqkzz5pvtzdjdlogkle3j6j@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+ag26wi34od7rgqj7cpbkcn67@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid,turn
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 2
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: KS 7S AH KH 9H 8H 7H 5H 4D AC QC 7C 4C
Spades-Legal: 0 2 3 4 5 6 7 8 9 10 11 12 13
Spades-Record: f1d41d3f1e5a3e3f
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Bob: bid by Fri 27 Nov 12:00 UTC.
That is 3 days from now.

- Bids so far: Ann 3.

Round 1, bidding
----------------

  Seat  Player     Team  Bid
     1  Ann           1    3
     2  Bob (you)     2    -  <-- to bid
     3  Dave          1    -
     4  Carol         2    -

Your hand
---------

  =E2=99=A0  K 7
  =E2=99=A5  A K 9 8 7 5
  =E2=99=A6  4
  =E2=99=A3  A Q 7 4

You may bid: nil, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13

Reply with one line, for example:

    bid 5

A move cannot be taken back.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 1, turn 2, sheet 109.
Record f1d41d3f1e5a3e3f.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (13, 1, 2, 'dave@club.test', 'bid', NULL, 'wfsjwqeapbj654yrfv5lp2vo@club.test', 'fxmmef2v3kqisvzahvwuacrx', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <wfsjwqeapbj654yrfv5lp2vo@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+hzwymnclpcroruumk3qnexwt@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 2
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f1d41d3f1e5a3e3f
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Ann bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    -  <-- to bid
     3  Dave       1    -
     4  Carol      2    -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 2, sheet 109.
Record f1d41d3f1e5a3e3f.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (14, 1, 2, 'carol@club.test', 'bid', NULL, 'blyp2auj6i7ycqbo7fsgglnh@club.test', '5ecmnr4k46rfgs3omcnmjeo6', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <blyp2auj6i7ycqbo7fsgglnh@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+kokfv3gjgpg7v2v4siqmicwz@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 2
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f1d41d3f1e5a3e3f
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Ann bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    -  <-- to bid
     3  Dave       1    -
     4  Carol      2    -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 2, sheet 109.
Record f1d41d3f1e5a3e3f.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (15, 1, 3, 'ann@club.test', 'bid', NULL, 'ozdngyl6rp4raauyoq6me6do@club.test', '2d34p6thiymnamr54prmjbi6', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <ozdngyl6rp4raauyoq6me6do@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+ejac775fka3qxwbzw5pwdknc@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 2
Spades-Sheet: 109
Spades-Turn: 3
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: 5bb12127fda2e937
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Bob bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    3
     3  Dave       1    -  <-- to bid
     4  Carol      2    -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 3, sheet 109.
Record 5bb12127fda2e937.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (16, 1, 3, 'bob@club.test', 'bid', NULL, '4qzncwgrdp2igrdhfyszkwqn@club.test', 'sew4ah7ocxxzlmabl4ldueqy', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <4qzncwgrdp2igrdhfyszkwqn@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+afy7wb3d75ytuxcz4bctlrqz@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 2
Spades-Sheet: 109
Spades-Turn: 3
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: 5bb12127fda2e937
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Bob bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    3
     3  Dave       1    -  <-- to bid
     4  Carol      2    -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 3, sheet 109.
Record 5bb12127fda2e937.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (17, 1, 3, 'dave@club.test', 'bid,turn', NULL, '33ieoexglqh73yofoeacl63y@club.test', 'ntlkrder6yo6ekcdb7z5trrz', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <33ieoexglqh73yofoeacl63y@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+qucthaholif6mrkh66ukh4yk@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid,turn
Spades-Actor: 2
Spades-Sheet: 109
Spades-Turn: 3
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: TS 8S 2S QH TH 4H JD 5D KC JC TC 3C 2C
Spades-Legal: 0 2 3 4 5 6 7 8 9 10 11 12 13
Spades-Record: 5bb12127fda2e937
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Dave: bid by Fri 27 Nov 12:00 UTC.
That is 3 days from now.

- Bids so far: Ann 3, Bob 3.

Round 1, bidding
----------------

  Seat  Player      Team  Bid
     1  Ann            1    3
     2  Bob            2    3
     3  Dave (you)     1    -  <-- to bid
     4  Carol          2    -

Your hand
---------

  =E2=99=A0  10 8 2
  =E2=99=A5  Q 10 4
  =E2=99=A6  J 5
  =E2=99=A3  K J 10 3 2

You may bid: nil, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13

Reply with one line, for example:

    bid 5

A move cannot be taken back.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 1, turn 3, sheet 109.
Record 5bb12127fda2e937.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (18, 1, 3, 'carol@club.test', 'bid', NULL, 'wbsb7bcrugfh6sfn5h44o66k@club.test', 'hpyjj4mu7qeeaaevanxhuavc', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <wbsb7bcrugfh6sfn5h44o66k@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+nu5b6yl4q5cqn57adrncaukk@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 2
Spades-Sheet: 109
Spades-Turn: 3
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: 5bb12127fda2e937
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Bob bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    3
     3  Dave       1    -  <-- to bid
     4  Carol      2    -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 3, sheet 109.
Record 5bb12127fda2e937.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (19, 1, 4, 'ann@club.test', 'bid', NULL, 'ykzhu4w2q54tyi2rmntgzafi@club.test', 'dzphwl2rodyvz5yurw4navvo', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <ykzhu4w2q54tyi2rmntgzafi@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+ms73lh6m7mm76lvygxo3oewk@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 4
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f6714f4dd5a07935
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Dave bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    3
     3  Dave       1    3
     4  Carol      2    -  <-- to bid

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 4, sheet 109.
Record f6714f4dd5a07935.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (20, 1, 4, 'bob@club.test', 'bid', NULL, '7driv5iwqgqgbtw4nobudmgc@club.test', 'xwksazxlzfoqfveadtaz7khh', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <7driv5iwqgqgbtw4nobudmgc@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+gxgdwfevpoac45bgl5cbf3n7@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 4
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f6714f4dd5a07935
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Dave bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    3
     3  Dave       1    3
     4  Carol      2    -  <-- to bid

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 4, sheet 109.
Record f6714f4dd5a07935.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (21, 1, 4, 'dave@club.test', 'bid', NULL, 'leydjdeabnevfm5dw7lnlvkk@club.test', 'ox27cleipipowtendzwmqxoj', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <leydjdeabnevfm5dw7lnlvkk@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+jvb4o7cysz3hpd3a2w7rqmt2@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 4
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f6714f4dd5a07935
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Dave bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Ann        1    3
     2  Bob        2    3
     3  Dave       1    3
     4  Carol      2    -  <-- to bid

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 4, sheet 109.
Record f6714f4dd5a07935.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (22, 1, 4, 'carol@club.test', 'bid,turn', NULL, '4ybh6etrrxntj6j5cf4n42jb@club.test', 'pr6jeuspwlsc3cv4znibjvbx', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <4ybh6etrrxntj6j5cf4n42jb@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+7ogejaaoan3xjpadmi73qtvm@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid,turn
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 4
Spades-Round: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: QS 6S 5S 4S JH AD KD TD 7D 6D 2D 9C 8C
Spades-Legal: 0 2 3 4 5 6 7 8 9 10 11 12 13
Spades-Record: f6714f4dd5a07935
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Carol: bid by Fri 27 Nov 12:00 UTC.
That is 3 days from now.

- Bids so far: Ann 3, Bob 3, Dave 3.

Round 1, bidding
----------------

  Seat  Player       Team  Bid
     1  Ann             1    3
     2  Bob             2    3
     3  Dave            1    3
     4  Carol (you)     2    -  <-- to bid

Your hand
---------

  =E2=99=A0  Q 6 5 4
  =E2=99=A5  J
  =E2=99=A6  A K 10 7 6 2
  =E2=99=A3  9 8

You may bid: nil, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13

Reply with one line, for example:

    bid 5

A move cannot be taken back.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 1, turn 4, sheet 109.
Record f6714f4dd5a07935.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (23, 1, 5, 'ann@club.test', 'bid,turn', NULL, 'nvrweletu6cqjshsiepe5jwn@club.test', 'mqgp773wj3dl5y266t2aqwt2', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <nvrweletu6cqjshsiepe5jwn@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+tnw7b6zjcii24wapcq2fc5ee@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid,turn
Spades-Actor: 4
Spades-Sheet: 109
Spades-Turn: 5
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: AS JS 9S 3S 6H 3H 2H QD 9D 8D 3D 6C 5C
Spades-Legal: AS JS 9S 3S 6H 3H 2H QD 9D 8D 3D 6C 5C
Spades-Record: e1b38d345f9cc96f
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Ann: lead to trick 1 by Fri 27 Nov 12:00 UTC.
That is 3 days from now.

- Carol bids 3.

Round 1, trick 1
----------------

  Seat  Player     Team  Bid  Books  Card
     1  Ann (you)     1    3      0  -     <-- to play
     2  Bob           2    3      0  -
     3  Dave          1    3      0  -
     4  Carol         2    3      0  -

Your hand
---------

  =E2=99=A0  A J 9 3
  =E2=99=A5  6 3 2
  =E2=99=A6  Q 9 8 3
  =E2=99=A3  6 5

You may play: A=E2=99=A0 J=E2=99=A0 9=E2=99=A0 3=E2=99=A0 6=E2=99=A5 3=E2=
=99=A5 2=E2=99=A5 Q=E2=99=A6 9=E2=99=A6 8=E2=99=A6 3=E2=99=A6 6=E2=99=A3 5=
=E2=99=A3

Reply with one line, for example:

    play 5C

A move cannot be taken back.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 1, turn 5, sheet 109.
Record e1b38d345f9cc96f.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (24, 1, 5, 'bob@club.test', 'bid', NULL, 'xumw2p3t74clvcb36kwfayxu@club.test', 'ekzzkf6cn534toujralnhsns', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <xumw2p3t74clvcb36kwfayxu@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+usc7eriieypw2lj5so6ihdml@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 4
Spades-Sheet: 109
Spades-Turn: 5
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: e1b38d345f9cc96f
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Carol bids 3.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  -     <-- to play
     2  Bob        2    3      0  -
     3  Dave       1    3      0  -
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to lead to trick 1 by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 5, sheet 109.
Record e1b38d345f9cc96f.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (25, 1, 5, 'dave@club.test', 'bid', NULL, 'zvzhyofze627sqkmpkua3tj2@club.test', 'mn5glkx3vcxexdafefu7rw6o', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <zvzhyofze627sqkmpkua3tj2@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+gl4b4fuo2kldefx4ddsaxch4@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 4
Spades-Sheet: 109
Spades-Turn: 5
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: e1b38d345f9cc96f
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Carol bids 3.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  -     <-- to play
     2  Bob        2    3      0  -
     3  Dave       1    3      0  -
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to lead to trick 1 by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 5, sheet 109.
Record e1b38d345f9cc96f.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (26, 1, 5, 'carol@club.test', 'bid', NULL, 'oguoxldx37p7vecwbn4rhrme@club.test', 'f7jt3g6titbiwnwnajhtfuoa', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <oguoxldx37p7vecwbn4rhrme@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+f7x6bwhoekwkmflqhtflypp7@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: bid
Spades-Actor: 4
Spades-Sheet: 109
Spades-Turn: 5
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: e1b38d345f9cc96f
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Carol bids 3.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  -     <-- to play
     2  Bob        2    3      0  -
     3  Dave       1    3      0  -
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to lead to trick 1 by Fri 27 Nov 12:00 UTC, 3 days from now.

-- 
Spades 1, turn 5, sheet 109.
Record e1b38d345f9cc96f.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (27, 1, 6, 'ann@club.test', 'play', NULL, 'ubqcnsdibdrp2ux2jrkvi4pm@club.test', 'rjpcgsquas3lqdc6zc2ax52g', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <ubqcnsdibdrp2ux2jrkvi4pm@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+n3l4xur7u2swadtfaaiwncgi@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: play
Spades-Actor: 1 AS
Spades-Sheet: 109
Spades-Turn: 6
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: 3d46f1d7152e79f2
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann plays the A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  -       <-- to play
     3  Dave       1    3      0  -
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 6, sheet 109.
Record 3d46f1d7152e79f2.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (28, 1, 6, 'bob@club.test', 'play,turn', NULL, 'fmoyq3gmq53zxdf6sydu6kzj@club.test', '33ebqst3rg3an4x6w2t5lglz', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <fmoyq3gmq53zxdf6sydu6kzj@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+qhyro35yayor32npztno4ggq@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: play,turn
Spades-Actor: 1 AS
Spades-Sheet: 109
Spades-Turn: 6
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS
Spades-Since: 1=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: KS 7S AH KH 9H 8H 7H 5H 4D AC QC 7C 4C
Spades-Legal: KS 7S
Spades-Record: 3d46f1d7152e79f2
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Bob: play a card by Fri 27 Nov 12:00 UTC.
That is 3 days from now.

- Trick 1: Ann A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player     Team  Bid  Books  Card
     1  Ann           1    3      0  A=E2=99=A0 led
     2  Bob (you)     2    3      0  -       <-- to play
     3  Dave          1    3      0  -
     4  Carol         2    3      0  -

Your hand
---------

  =E2=99=A0  K 7
  =E2=99=A5  A K 9 8 7 5
  =E2=99=A6  4
  =E2=99=A3  A Q 7 4

You may play: K=E2=99=A0 7=E2=99=A0

Reply with one line, for example:

    play 7S

A move cannot be taken back.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 1, turn 6, sheet 109.
Record 3d46f1d7152e79f2.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (29, 1, 6, 'dave@club.test', 'play', NULL, 'vyvs3v37iypijf6lelwnsoqj@club.test', 'wksdvqt4vxrl66l6uzq22coh', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <vyvs3v37iypijf6lelwnsoqj@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+dtq25qyorb5dfwarptwggit2@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: play
Spades-Actor: 1 AS
Spades-Sheet: 109
Spades-Turn: 6
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: 3d46f1d7152e79f2
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann plays the A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  -       <-- to play
     3  Dave       1    3      0  -
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 6, sheet 109.
Record 3d46f1d7152e79f2.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (30, 1, 6, 'carol@club.test', 'play', NULL, 'pndelohluniuw2tnojygvcd5@club.test', 'cljxxjrfjshc6sqgufyvp2z2', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <pndelohluniuw2tnojygvcd5@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+e5rmnwsfm35hiepukucjrb6i@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: play
Spades-Actor: 1 AS
Spades-Sheet: 109
Spades-Turn: 6
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: 3d46f1d7152e79f2
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann plays the A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  -       <-- to play
     3  Dave       1    3      0  -
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 6, sheet 109.
Record 3d46f1d7152e79f2.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (31, 1, 7, 'ann@club.test', 'play', NULL, 'c2r3bgodpu4zzwh53tezor4n@club.test', 'nelcv32qu6ffoa2v3mwziru3', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <c2r3bgodpu4zzwh53tezor4n@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+65tk4372m2qh3u46xnod7uw4@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: play
Spades-Actor: 2 KS
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f890a3759beb0c17
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Bob plays the K=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  K=E2=99=A0
     3  Dave       1    3      0  -       <-- to play
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 7, sheet 109.
Record f890a3759beb0c17.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (32, 1, 7, 'bob@club.test', 'play', NULL, 'txmgsb52k2nmvsxaqjt5euuh@club.test', 'avcrnuskdjuahmwybb4cxgs5', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <txmgsb52k2nmvsxaqjt5euuh@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+gamjbwbmcsye4wiv7vc4itpc@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: play
Spades-Actor: 2 KS
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f890a3759beb0c17
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Bob plays the K=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  K=E2=99=A0
     3  Dave       1    3      0  -       <-- to play
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 7, sheet 109.
Record f890a3759beb0c17.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (33, 1, 7, 'dave@club.test', 'play,turn', NULL, 'bbrvt2yty4yaomyfspu7dk4i@club.test', '5jdhwiyjrpqntcajwapqxjjx', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <bbrvt2yty4yaomyfspu7dk4i@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+y5ektjezcharqmurzh7wzjvk@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: play,turn
Spades-Actor: 2 KS
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Since: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: TS 8S 2S QH TH 4H JD 5D KC JC TC 3C 2C
Spades-Legal: TS 8S 2S
Spades-Record: f890a3759beb0c17
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Dave: play a card by Fri 27 Nov 12:00 UTC.
That is 3 days from now.

- Trick 1: Ann A=E2=99=A0, Bob K=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player      Team  Bid  Books  Card
     1  Ann            1    3      0  A=E2=99=A0 led
     2  Bob            2    3      0  K=E2=99=A0
     3  Dave (you)     1    3      0  -       <-- to play
     4  Carol          2    3      0  -

Your hand
---------

  =E2=99=A0  10 8 2
  =E2=99=A5  Q 10 4
  =E2=99=A6  J 5
  =E2=99=A3  K J 10 3 2

You may play: 10=E2=99=A0 8=E2=99=A0 2=E2=99=A0

Reply with one line, for example:

    play 2S

A move cannot be taken back.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 1, turn 7, sheet 109.
Record f890a3759beb0c17.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (34, 1, 7, 'carol@club.test', 'play', NULL, 'enksippi7qobs3rnot6o7ljv@club.test', 'hto62vg66xvb4siawwbdzusm', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <enksippi7qobs3rnot6o7ljv@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+tpj6cqi6scigsgsmff6cfixa@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: play
Spades-Actor: 2 KS
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: f890a3759beb0c17
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Bob plays the K=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  K=E2=99=A0
     3  Dave       1    3      0  -       <-- to play
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 7, sheet 109.
Record f890a3759beb0c17.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (35, 1, 7, 'ann@club.test', 'concession', NULL, '3ltidjgxzbgqkcy7bmqupzrr@club.test', 'ges6vs3sngk6xfwloljhr7p5', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <3ltidjgxzbgqkcy7bmqupzrr@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+vdvnyus6dezgfc3mzfzxq4lu@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: concession
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: e841d372692e7754
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann concedes. If Dave concedes too, Bob + Carol win; until then play goes
on, and Ann may withdraw it.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  K=E2=99=A0
     3  Dave       1    3      0  -       <-- to play
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

Ann + Dave: Ann has conceded.

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 7, sheet 109.
Record e841d372692e7754.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (36, 1, 7, 'bob@club.test', 'concession', NULL, 'foyk6jo3q4z7mdpotslwyuuv@club.test', 'xt32ldhsg5prriy3kfy5oqex', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <foyk6jo3q4z7mdpotslwyuuv@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+es5n643kw7ihqf2pccogsrzy@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: concession
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: e841d372692e7754
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann concedes. If Dave concedes too, Bob + Carol win; until then play goes
on, and Ann may withdraw it.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  K=E2=99=A0
     3  Dave       1    3      0  -       <-- to play
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

Ann + Dave: Ann has conceded.

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 7, sheet 109.
Record e841d372692e7754.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (37, 1, 7, 'dave@club.test', 'concession', NULL, 'xyysxkgygjmdnrnznci3ztax@club.test', 'gh642mcaai66mgo5slqeps3b', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <xyysxkgygjmdnrnznci3ztax@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+ubg525fjv5aaq3umyygwr4r3@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: concession
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: e841d372692e7754
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann concedes. If Dave concedes too, Bob + Carol win; until then play goes
on, and Ann may withdraw it.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  K=E2=99=A0
     3  Dave       1    3      0  -       <-- to play
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

Ann + Dave: Ann has conceded.

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 7, sheet 109.
Record e841d372692e7754.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (38, 1, 7, 'carol@club.test', 'concession', NULL, '4njptutxntcmg26o4e6k3avu@club.test', 'nii3oy7zigsfxcde2kh32tmx', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <4njptutxntcmg26o4e6k3avu@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+2p7zyyass4qdfgmxmsgpph5a@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: concession
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: e841d372692e7754
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann concedes. If Dave concedes too, Bob + Carol win; until then play goes
on, and Ann may withdraw it.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Ann        1    3      0  A=E2=99=A0 led
     2  Bob        2    3      0  K=E2=99=A0
     3  Dave       1    3      0  -       <-- to play
     4  Carol      2    3      0  -

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

Ann + Dave: Ann has conceded.

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:00 UTC, 3 days from now.

--=20
Spades 1, turn 7, sheet 109.
Record e841d372692e7754.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (39, 1, 7, 'ann@club.test', 'concession,end', NULL, '2cy355ylah3vqa5fg3ryu6uc@club.test', 's3gtpxdjmnd3w3lgqjuouoa6', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <2cy355ylah3vqa5fg3ryu6uc@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+3hhztc3exbrw4ka6bw5kdcsj@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: concession,end
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-Record: 13c392b71dfa8c8d
Spades-Result: team 2; concession
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Game 1 is over: Ann + Dave concede, so Bob + Carol win. The score stood 0 to
0.

- Dave concedes, as Ann did.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

Ann + Dave: Ann has conceded. Dave has conceded.

Seed of round 1, attempt 1:
  1  7ce5fcd046004c9f93dea6b3c2effd72dce15e0eddb2345fb6f45157bef07343

Check it: a line that says record 1 brings the whole record.

-- 
Spades 1, turn 7, sheet 109.
Record 13c392b71dfa8c8d.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (40, 1, 7, 'bob@club.test', 'concession,end', NULL, 'd2llkmtailkb2nrqv2xy2rv3@club.test', '67f2vavzpcsuty7mpevkqfb7', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <d2llkmtailkb2nrqv2xy2rv3@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+nuu7tdhr3k257gjk7666n34f@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: concession,end
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-Record: 13c392b71dfa8c8d
Spades-Result: team 2; concession
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Game 1 is over: Ann + Dave concede, so Bob + Carol win. The score stood 0 to
0.

- Dave concedes, as Ann did.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

Ann + Dave: Ann has conceded. Dave has conceded.

Seed of round 1, attempt 1:
  1  7ce5fcd046004c9f93dea6b3c2effd72dce15e0eddb2345fb6f45157bef07343

Check it: a line that says record 1 brings the whole record.

-- 
Spades 1, turn 7, sheet 109.
Record 13c392b71dfa8c8d.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (41, 1, 7, 'dave@club.test', 'concession,end', NULL, 'pwzxxl3jg3wd56gg5w2axfqq@club.test', 'rgpdm3wjgzrhejdvcv3tgckf', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <pwzxxl3jg3wd56gg5w2axfqq@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+rvgenoj74p2h7avonyu6nwup@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: concession,end
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-Record: 13c392b71dfa8c8d
Spades-Result: team 2; concession
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Game 1 is over: Ann + Dave concede, so Bob + Carol win. The score stood 0 to
0.

- Dave concedes, as Ann did.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

Ann + Dave: Ann has conceded. Dave has conceded.

Seed of round 1, attempt 1:
  1  7ce5fcd046004c9f93dea6b3c2effd72dce15e0eddb2345fb6f45157bef07343

Check it: a line that says record 1 brings the whole record.

-- 
Spades 1, turn 7, sheet 109.
Record 13c392b71dfa8c8d.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (42, 1, 7, 'carol@club.test', 'concession,end', NULL, 'yxh7b52twcvay74mim35cow2@club.test', '5eopnrpnwhmevhrnyunmrijo', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 1] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <yxh7b52twcvay74mim35cow2@club.test>
In-Reply-To: <spades.1.1@club.test>
References: <spades.1.1@club.test>
Reply-To: referee+zognlio7vl6xz22lasjrazoc@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: concession,end
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-Record: 13c392b71dfa8c8d
Spades-Result: team 2; concession
List-Id: Spades game 1 <spades-1.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%201&body=watch%201>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Game 1 is over: Ann + Dave concede, so Bob + Carol win. The score stood 0 to
0.

- Dave concedes, as Ann did.

Spadescore
----------

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

Ann + Dave: Ann has conceded. Dave has conceded.

Seed of round 1, attempt 1:
  1  7ce5fcd046004c9f93dea6b3c2effd72dce15e0eddb2345fb6f45157bef07343

Check it: a line that says record 1 brings the whole record.

-- 
Spades 1, turn 7, sheet 109.
Record 13c392b71dfa8c8d.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (43, 1, NULL, 'gm@club.test', 'result', NULL, 'n3rzrdq7ptlyr7dfmbdeoyqn@club.test', 'add4lbjuv5jgshf2tnxsmhd4', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "gm" <gm@club.test>
Subject: [Spades 1] The final score
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <n3rzrdq7ptlyr7dfmbdeoyqn@club.test>
Reply-To: referee+sbapd4enm5gr2vzlpgseotlv@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Game: 1
Spades-Event: result
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Ann; 2=Bob; 3=Dave; 4=Carol
Spades-Bids: 3 3 3 3
Spades-Table: 1=AS 2=KS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-Record: 13c392b71dfa8c8d
Spades-Result: team 2; concession
MIME-Version: 1.0
Content-Type: multipart/mixed;
 boundary="=_b91334935c9ec53ab26e4f3c72777802ff5a80b5"

--=_b91334935c9ec53ab26e4f3c72777802ff5a80b5
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Bob + Carol have won game 1 by concession.

  Ann + Dave   0  0 sandbags; 10 more cost 100
  Bob + Carol  0  0 sandbags; 10 more cost 100

It took one round on sheet 109.

The public record of the game is attached. Two programs check every deal,
every move and every score in it, from the record alone: the command
"referee verify", and verify.html, a page that comes with the referee, for
any browser and without a network.

-- 
Spades 1.
Record 13c392b71dfa8c8d.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_b91334935c9ec53ab26e4f3c72777802ff5a80b5
Content-Type: text/plain; charset=utf-8
Content-Disposition: attachment; filename="spades-1.jsonl"
Content-Transfer-Encoding: base64

eyJlIjoic3RhcnQiLCJnYW1lIjoiMSIsImxpbWl0IjoyNTkyMDAsInJ1bGVzIjp7ImJhZ19wZW5h
bHR5IjpbMTAsLTEwMF0sImJpZF9jaGFuZ2UiOmZhbHNlLCJiaWRfdHVybnMiOlswLDEsMiwzXSwi
YmlkX3ZhbHVlcyI6WzAsMiwzLDQsNSw2LDcsOCw5LDEwLDExLDEyLDEzXSwiYmxpbmRfbmlsIjow
LCJjb250cmFjdCI6W1swLDEwLDAsLTEwLDBdLFsxMCwyMCwwLC0yMCwwXV0sImZpcnN0X2xlYWRl
ciI6ImhpZ2hfYmlkIiwiaGFuZF9saW1pdCI6bnVsbCwibWlzcGxheV9hY3QiOiJ2b2lkIiwibWlz
cGxheV9jb3N0Ijp7ImJvb2tzIjowLCJwb2ludHMiOi0xMDB9LCJtaXNwbGF5X2ZhdWx0cyI6WyJy
ZXZva2UiLCJub3RfaGVsZCJdLCJtaXNwbGF5X2ZvcmZlaXQiOlsyLDNdLCJuaWwiOjEwMCwibmls
X3RyaWNrcyI6ImNvbnRyYWN0Iiwib3Zlcl9wb2ludHMiOjEsInJlZGVhbCI6bnVsbCwic2V0X2xp
bWl0IjpudWxsLCJzcGFkZV9sZWFkIjoiYW55Iiwic3VpdHMiOnsiQyI6IkFLUUpUOTg3NjU0MzIi
LCJEIjoiQUtRSlQ5ODc2NTQzMiIsIkgiOiJBS1FKVDk4NzY1NDMyIiwiUyI6IkFLUUpUOTg3NjU0
MzIifSwidGFsayI6ZmFsc2UsInRhcmdldCI6NTAwLCJ0ZWFtX2JpZCI6WzAsMjZdLCJ0aWVfYnJl
YWsiOiJwbGF5X29uIn0sInNlYXRzIjpbIkFubiIsIkJvYiIsIkRhdmUiLCJDYXJvbCJdLCJzaGVl
dCI6IjEwOSIsInYiOiJzcGFkZXMtcmVjb3JkLXYxIn0KeyJjb21taXRzIjpbImM0NTQzZjVkYTk3
OTZmMzUzY2EzMjUxMjE1YjY2NzUxNzYzZjk1M2M2M2VmN2UzYmZlMDRmOTk5NDIxODhjOTUiLCJk
ODk3ZThkYzljNzg5YzIzMjljZGJiYWU1ZjM3ZjQzYjIxMjJlYjA4Nzc1MDAxOTMzZTA2NjhhYjU4
MzQ0YWFkIiwiNWQ3Yjk3ZmI0NWI0NzNmYWFjYWQ5MjE4MGQxYjQ0Yjk2NWMwMThlNjE0NmM0MDQw
Yzk5ZTlkZGYxMzFhNWI0MSJdLCJlIjoiY29tbWl0Iiwicm91bmQiOjF9CnsiZSI6InNhbHRzIiwi
cm91bmQiOjEsInNhbHRzIjpbIiIsIiIsIiIsIiJdfQp7ImNvbW1pdHMiOlsiZWRiZjhkZGZlZGEw
NzQzN2IxMjk1ZDc0Mjg4ZTJhODVhYzYzM2ZiMTkyOTEyMzQzZDFiZWQxY2I2MDAzNWZlNyIsImE1
Njc1Nzg0YTlmNjUyYjg4NjYxYjJiMDA3YTFjODE5NmI2OTJhYjEyY2Y0YzUxN2EyMzA1YjFhNDIy
ZmRiMDEiLCI4NWJlMmYxYmQ4YTM5ZWE0NDY2ODA0MGQ2OWRkODcwMGJlNWY3ZTQ1ZTRkOGYyNGU1
ODI4MGVhMmU3MTE4MTUwIl0sImUiOiJjb21taXQiLCJyb3VuZCI6Mn0KeyJhdHRlbXB0IjoxLCJl
IjoiZGVhbCIsImVsZGVzdCI6MSwicHJldiI6IjAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw
MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAiLCJyb3VuZCI6MX0KeyJiaWQiOjMs
ImJ5IjoicGxheWVyIiwiZSI6ImJpZCIsInNlYXQiOjEsInR1cm4iOjF9CnsiYmlkIjozLCJieSI6
InBsYXllciIsImUiOiJiaWQiLCJzZWF0IjoyLCJ0dXJuIjoyfQp7ImJpZCI6MywiYnkiOiJwbGF5
ZXIiLCJlIjoiYmlkIiwic2VhdCI6MywidHVybiI6M30KeyJiaWQiOjMsImJ5IjoicGxheWVyIiwi
ZSI6ImJpZCIsInNlYXQiOjQsInR1cm4iOjR9CnsiYnkiOiJwbGF5ZXIiLCJjYXJkIjoiQVMiLCJl
IjoicGxheSIsInNlYXQiOjEsInR1cm4iOjV9CnsiYnkiOiJwbGF5ZXIiLCJjYXJkIjoiS1MiLCJl
IjoicGxheSIsInNlYXQiOjIsInR1cm4iOjZ9CnsiZSI6ImNvbmNlc3Npb24iLCJzZWF0IjoxfQp7
ImUiOiJjb25jZXNzaW9uIiwic2VhdCI6M30KeyJieSI6ImNvbmNlc3Npb24iLCJlIjoiZW5kIiwi
cmVzdWx0IjoidGVhbSAyIiwic2NvcmUiOlswLDBdfQp7ImF0dGVtcHQiOjEsImUiOiJyZXZlYWwi
LCJyb3VuZCI6MSwic2VlZCI6IjdjZTVmY2QwNDYwMDRjOWY5M2RlYTZiM2MyZWZmZDcyZGNlMTVl
MGVkZGIyMzQ1ZmI2ZjQ1MTU3YmVmMDczNDMifQo=

--=_b91334935c9ec53ab26e4f3c72777802ff5a80b5--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (44, NULL, NULL, 'erin@club.test', 'reply', NULL, 'emli2b5s7ctmqykpc4acwkbv@club.test', 'gp62utzsjmkythjb5n2bh4o3', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "erin" <erin@club.test>
Subject: [Spades] Re: a mail
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <emli2b5s7ctmqykpc4acwkbv@club.test>
In-Reply-To: <m72@club.test>
References: <m72@club.test>
Reply-To: referee+fyrnqtge4cj2tqi6nimn4myl@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Event: reply
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_739e12bae67d8dc35f2620606acac8275e4a1772"

--=_739e12bae67d8dc35f2620606acac8275e4a1772
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- you are on the list for 109; the game can start once four have joined

-- 
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_739e12bae67d8dc35f2620606acac8275e4a1772
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades] Re: a mail</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">you are on the list for 109; the game can star=
t once four have joined</li>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Answer this letter, or write to referee@club.test. A line that says hand, s=
core, history, rules or help brings you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_739e12bae67d8dc35f2620606acac8275e4a1772--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (45, NULL, NULL, 'frank@club.test', 'reply', NULL, 'a6z4rmmj5xjg2ldgz6h3ficm@club.test', '3vtnsidfwmis27fairw45l3j', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "frank" <frank@club.test>
Subject: [Spades] Re: a mail
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <a6z4rmmj5xjg2ldgz6h3ficm@club.test>
In-Reply-To: <m75@club.test>
References: <m75@club.test>
Reply-To: referee+hsy2ndgaelf2tw2drqcpu7p6@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Event: reply
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_827cd96589d0c054aeba764afb94cf0e15e8a621"

--=_827cd96589d0c054aeba764afb94cf0e15e8a621
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- you are on the list for 109; the game can start once four have joined

-- 
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_827cd96589d0c054aeba764afb94cf0e15e8a621
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades] Re: a mail</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">you are on the list for 109; the game can star=
t once four have joined</li>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Answer this letter, or write to referee@club.test. A line that says hand, s=
core, history, rules or help brings you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_827cd96589d0c054aeba764afb94cf0e15e8a621--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (46, 2, 1, 'carol@club.test', 'start,deal,turn', NULL, '3qdbervxgccymvvfc6vs7q6n@club.test', 'rn3tv4fkravanzm4k3dqt2m6', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <3qdbervxgccymvvfc6vs7q6n@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+lultyuwmhiu6sgzumjervgvm@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: start,deal,turn
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: JS 9S 6S 5S 4S TH 5H TD 9D QC JC 8C 4C
Spades-Legal: 0 2 3 4 5 6 7 8 9 10 11 12 13
Spades-Record: 67ce7ca96b77f99c
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Carol: bid by Fri 27 Nov 12:00 UTC.
That is 3 days from now.

- Game 2 begins: Carol + Ann against Bob + Dave.
- The seats were drawn: 1 Carol, 2 Bob, 3 Ann, 4 Dave. Every order was
  equally likely.
- Team 1 is Carol + Ann, team 2 is Bob + Dave.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Carol bids first.

Round 1, bidding
----------------

  Seat  Player       Team  Bid
     1  Carol (you)     1    -  <-- to bid
     2  Bob             2    -
     3  Ann             1    -
     4  Dave            2    -

Your hand
---------

  =E2=99=A0  J 9 6 5 4
  =E2=99=A5  10 5
  =E2=99=A6  10 9
  =E2=99=A3  Q J 8 4

You may bid: nil, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13

Reply with one line, for example:

    bid 5

A move cannot be taken back.

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Commitments to the deals of round 1, by attempt:
  1  664840e710a05c569fd1f953ab99290a509dbad12d83849e45a4b2c56bc39858
  2  67120b4c925fe1518ead5fcece2f9f2dec19c9574827961d524f944d127f55f3
  3  2c12859e70e8d78a2dc5a000a097eb25db017dedeeeadb7a89d80ca9ca76dcdd

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  cc0ed5de972649ca76acf7ae96ec1f5cd5103262a2260f53889f5b535a378415
  2  f021c28bdac17b291d6315079ec32bb447e146c6e8d5d08ea712307d1749e527
  3  6040bc5fe751ef0fd238169b40902234dc653ba0eb816b41bb38f8a78222007e

Check it: a line that says record 2 brings the whole record.

--=20
Spades 2, turn 1, sheet 109.
Record 67ce7ca96b77f99c.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (47, 2, 1, 'bob@club.test', 'start,deal', NULL, 'p6pzveon2jc4dgolc4ccimid@club.test', '23si3gvkyf4zzavt6jhd54ga', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <p6pzveon2jc4dgolc4ccimid@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+pp4gp2aixbch7lfxbf4kj6fr@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: start,deal
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: AH JH 7H 6H 4H KD JD 7D AC TC 9C 5C 3C
Spades-Record: 67ce7ca96b77f99c
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Game 2 begins, Bob. Here are your cards.

- Game 2 begins: Carol + Ann against Bob + Dave.
- The seats were drawn: 1 Carol, 2 Bob, 3 Ann, 4 Dave. Every order was
  equally likely.
- Team 1 is Carol + Ann, team 2 is Bob + Dave.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Carol bids first.

Round 1, bidding
----------------

  Seat  Player     Team  Bid
     1  Carol         1    -  <-- to bid
     2  Bob (you)     2    -
     3  Ann           1    -
     4  Dave          2    -

Your hand
---------

  =E2=99=A5  A J 7 6 4
  =E2=99=A6  K J 7
  =E2=99=A3  A 10 9 5 3

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

Commitments to the deals of round 1, by attempt:
  1  664840e710a05c569fd1f953ab99290a509dbad12d83849e45a4b2c56bc39858
  2  67120b4c925fe1518ead5fcece2f9f2dec19c9574827961d524f944d127f55f3
  3  2c12859e70e8d78a2dc5a000a097eb25db017dedeeeadb7a89d80ca9ca76dcdd

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  cc0ed5de972649ca76acf7ae96ec1f5cd5103262a2260f53889f5b535a378415
  2  f021c28bdac17b291d6315079ec32bb447e146c6e8d5d08ea712307d1749e527
  3  6040bc5fe751ef0fd238169b40902234dc653ba0eb816b41bb38f8a78222007e

Check it: a line that says record 2 brings the whole record.

--=20
Spades 2, turn 1, sheet 109.
Record 67ce7ca96b77f99c.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (48, 2, 1, 'ann@club.test', 'start,deal', NULL, 'snrcjtvjo2uypg7n4732i3b3@club.test', 'qveetvgxy2c4gxjfdszbj3z6', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <snrcjtvjo2uypg7n4732i3b3@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+txfyiiwwmmxctycv6xnkoik5@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: start,deal
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: AS TS 8S 7S 3S 9H 3H QD 6D 5D 4D KC 7C
Spades-Record: 67ce7ca96b77f99c
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Game 2 begins, Ann. Here are your cards.

- Game 2 begins: Carol + Ann against Bob + Dave.
- The seats were drawn: 1 Carol, 2 Bob, 3 Ann, 4 Dave. Every order was
  equally likely.
- Team 1 is Carol + Ann, team 2 is Bob + Dave.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Carol bids first.

Round 1, bidding
----------------

  Seat  Player     Team  Bid
     1  Carol         1    -  <-- to bid
     2  Bob           2    -
     3  Ann (you)     1    -
     4  Dave          2    -

Your hand
---------

  =E2=99=A0  A 10 8 7 3
  =E2=99=A5  9 3
  =E2=99=A6  Q 6 5 4
  =E2=99=A3  K 7

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

Commitments to the deals of round 1, by attempt:
  1  664840e710a05c569fd1f953ab99290a509dbad12d83849e45a4b2c56bc39858
  2  67120b4c925fe1518ead5fcece2f9f2dec19c9574827961d524f944d127f55f3
  3  2c12859e70e8d78a2dc5a000a097eb25db017dedeeeadb7a89d80ca9ca76dcdd

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  cc0ed5de972649ca76acf7ae96ec1f5cd5103262a2260f53889f5b535a378415
  2  f021c28bdac17b291d6315079ec32bb447e146c6e8d5d08ea712307d1749e527
  3  6040bc5fe751ef0fd238169b40902234dc653ba0eb816b41bb38f8a78222007e

Check it: a line that says record 2 brings the whole record.

--=20
Spades 2, turn 1, sheet 109.
Record 67ce7ca96b77f99c.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (49, 2, 1, 'dave@club.test', 'start,deal', NULL, '2vshw3nej3ngsbf3j2b5mtle@club.test', 'n5kdmrgb7f56rwmdf62bgaz3', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <2vshw3nej3ngsbf3j2b5mtle@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+fhsdimandkgd3zjk6pmooldt@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: start,deal
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Hand: KS QS 2S KH QH 8H 2H AD 8D 3D 2D 6C 2C
Spades-Record: 67ce7ca96b77f99c
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Game 2 begins, Dave. Here are your cards.

- Game 2 begins: Carol + Ann against Bob + Dave.
- The seats were drawn: 1 Carol, 2 Bob, 3 Ann, 4 Dave. Every order was
  equally likely.
- Team 1 is Carol + Ann, team 2 is Bob + Dave.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Carol bids first.

Round 1, bidding
----------------

  Seat  Player      Team  Bid
     1  Carol          1    -  <-- to bid
     2  Bob            2    -
     3  Ann            1    -
     4  Dave (you)     2    -

Your hand
---------

  =E2=99=A0  K Q 2
  =E2=99=A5  K Q 8 2
  =E2=99=A6  A 8 3 2
  =E2=99=A3  6 2

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

Commitments to the deals of round 1, by attempt:
  1  664840e710a05c569fd1f953ab99290a509dbad12d83849e45a4b2c56bc39858
  2  67120b4c925fe1518ead5fcece2f9f2dec19c9574827961d524f944d127f55f3
  3  2c12859e70e8d78a2dc5a000a097eb25db017dedeeeadb7a89d80ca9ca76dcdd

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  cc0ed5de972649ca76acf7ae96ec1f5cd5103262a2260f53889f5b535a378415
  2  f021c28bdac17b291d6315079ec32bb447e146c6e8d5d08ea712307d1749e527
  3  6040bc5fe751ef0fd238169b40902234dc653ba0eb816b41bb38f8a78222007e

Check it: a line that says record 2 brings the whole record.

--=20
Spades 2, turn 1, sheet 109.
Record 67ce7ca96b77f99c.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (50, 2, 1, 'gm@club.test', 'start', NULL, 'dqphwocdkhk6gp7gdgwnjuhw@club.test', 'dnltaceitkhl5qjwfjc4z3as', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "gm" <gm@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:00:00 +0000
Message-ID: <dqphwocdkhk6gp7gdgwnjuhw@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+2mh54xjxoj2t36bbvewvgdt5@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: start
Spades-Sheet: 109
Spades-Turn: 1
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: - - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 bid
Spades-Deadline: 2026-11-27T12:00:00Z
Spades-Record: 67ce7ca96b77f99c
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=unwatch%202&body=unwatch%202>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Game 2 begins: Carol + Ann against Bob + Dave.

- The seats were drawn: 1 Carol, 2 Bob, 3 Ann, 4 Dave. Every order was
  equally likely.
- Team 1 is Carol + Ann, team 2 is Bob + Dave.
- The rules are those of sheet 109: 500 points win.
- Each bid and each card is due within 3 days of the notice; then the
  referee acts for the silent player.
- Until trick 6 of a round is over, each player may send the referee
  privately a line like salt PHRASE: it is mixed into the next round''s deal,
  so that the referee alone cannot have arranged it.
- Round 1 is dealt. Carol bids first.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    -  <-- to bid
     2  Bob        2    -
     3  Ann        1    -
     4  Dave       2    -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to bid by Fri 27 Nov 12:00 UTC, 3 days from now.

Commitments to the deals of round 1, by attempt:
  1  664840e710a05c569fd1f953ab99290a509dbad12d83849e45a4b2c56bc39858
  2  67120b4c925fe1518ead5fcece2f9f2dec19c9574827961d524f944d127f55f3
  3  2c12859e70e8d78a2dc5a000a097eb25db017dedeeeadb7a89d80ca9ca76dcdd

No salts for round 1.

Commitments to the deals of round 2, by attempt:
  1  cc0ed5de972649ca76acf7ae96ec1f5cd5103262a2260f53889f5b535a378415
  2  f021c28bdac17b291d6315079ec32bb447e146c6e8d5d08ea712307d1749e527
  3  6040bc5fe751ef0fd238169b40902234dc653ba0eb816b41bb38f8a78222007e

Check it: a line that says record 2 brings the whole record.

-- 
Spades 2, turn 1, sheet 109.
Record 67ce7ca96b77f99c.
You are sent this because you watch or steer the game. To end watching, send
"unwatch 2" to referee@club.test.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:00:00.000000+00:00', 'sent', '2026-11-24T12:00:00.000000+00:00', 0, '2026-11-24T12:00:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (51, 2, 2, 'carol@club.test', 'bid', NULL, 'xme4v7hg4zrs34gw374lnvdp@club.test', 'p5hd3wuyvalhedakmhczr24j', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:07:00 +0000
Message-ID: <xme4v7hg4zrs34gw374lnvdp@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+3jokxvdb77u2vrmyi47wnw4n@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 2
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 bid
Spades-Deadline: 2026-11-27T12:07:00Z
Spades-Record: fc4494522693b418
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Carol bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    -  <-- to bid
     3  Ann        1    -
     4  Dave       2    -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to bid by Fri 27 Nov 12:07 UTC, 3 days from now.

-- 
Spades 2, turn 2, sheet 109.
Record fc4494522693b418.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:07:00.000000+00:00', 'sent', '2026-11-24T12:07:00.000000+00:00', 0, '2026-11-24T12:07:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (52, 2, 2, 'bob@club.test', 'bid,turn', NULL, 'rf4syizk2gxwq4oq3ayunsuy@club.test', 'anp7tclsgkviqggevbe4oacs', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:07:00 +0000
Message-ID: <rf4syizk2gxwq4oq3ayunsuy@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+om55nsojf3vynqbdtefpkhzq@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid,turn
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 2
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 bid
Spades-Deadline: 2026-11-27T12:07:00Z
Spades-Hand: AH JH 7H 6H 4H KD JD 7D AC TC 9C 5C 3C
Spades-Legal: 0 2 3 4 5 6 7 8 9 10 11 12 13
Spades-Record: fc4494522693b418
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Bob: bid by Fri 27 Nov 12:07 UTC.
That is 3 days from now.

- Bids so far: Carol 3.

Round 1, bidding
----------------

  Seat  Player     Team  Bid
     1  Carol         1    3
     2  Bob (you)     2    -  <-- to bid
     3  Ann           1    -
     4  Dave          2    -

Your hand
---------

  =E2=99=A5  A J 7 6 4
  =E2=99=A6  K J 7
  =E2=99=A3  A 10 9 5 3

You may bid: nil, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13

Reply with one line, for example:

    bid 5

A move cannot be taken back.

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 2, turn 2, sheet 109.
Record fc4494522693b418.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:07:00.000000+00:00', 'sent', '2026-11-24T12:07:00.000000+00:00', 0, '2026-11-24T12:07:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (53, 2, 2, 'ann@club.test', 'bid', NULL, 'u52vnplgby7sjguvrqhyrdtb@club.test', 'pmquyqzoa6cjkhoqhsovjdhc', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:07:00 +0000
Message-ID: <u52vnplgby7sjguvrqhyrdtb@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+aenh2tiksq5t7pdrd3n5hb2l@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 2
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 bid
Spades-Deadline: 2026-11-27T12:07:00Z
Spades-Record: fc4494522693b418
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Carol bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    -  <-- to bid
     3  Ann        1    -
     4  Dave       2    -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to bid by Fri 27 Nov 12:07 UTC, 3 days from now.

-- 
Spades 2, turn 2, sheet 109.
Record fc4494522693b418.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:07:00.000000+00:00', 'sent', '2026-11-24T12:07:00.000000+00:00', 0, '2026-11-24T12:07:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (54, 2, 2, 'dave@club.test', 'bid', NULL, 'yivkzp6dlbwpdg46aguqzqac@club.test', 'djf7hushhlnwqnxkzlaji6vs', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:07:00 +0000
Message-ID: <yivkzp6dlbwpdg46aguqzqac@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+25g4knz4tq3b7yfbxdyxqr44@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 1
Spades-Sheet: 109
Spades-Turn: 2
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 - - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 bid
Spades-Deadline: 2026-11-27T12:07:00Z
Spades-Record: fc4494522693b418
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Carol bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    -  <-- to bid
     3  Ann        1    -
     4  Dave       2    -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to bid by Fri 27 Nov 12:07 UTC, 3 days from now.

-- 
Spades 2, turn 2, sheet 109.
Record fc4494522693b418.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:07:00.000000+00:00', 'sent', '2026-11-24T12:07:00.000000+00:00', 0, '2026-11-24T12:07:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (55, 2, 3, 'carol@club.test', 'bid', NULL, '7fiebjv2y2v6g7fyve4sbiwu@club.test', 'twu2ijowb57jqquecs5iv6ja', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:14:00 +0000
Message-ID: <7fiebjv2y2v6g7fyve4sbiwu@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+u3jktvw3pjccw743kdfls5fa@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 2
Spades-Sheet: 109
Spades-Turn: 3
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 bid
Spades-Deadline: 2026-11-27T12:14:00Z
Spades-Record: 16bae50aa8ede4c0
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Bob bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    3
     3  Ann        1    -  <-- to bid
     4  Dave       2    -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to bid by Fri 27 Nov 12:14 UTC, 3 days from now.

-- 
Spades 2, turn 3, sheet 109.
Record 16bae50aa8ede4c0.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:14:00.000000+00:00', 'sent', '2026-11-24T12:14:00.000000+00:00', 0, '2026-11-24T12:14:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (56, 2, 3, 'bob@club.test', 'bid', NULL, 'v7lm7fpvsnxfm26ojlydnqwr@club.test', 'jpkkczty3g4pe73pvnm7bqwr', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:14:00 +0000
Message-ID: <v7lm7fpvsnxfm26ojlydnqwr@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+a67bqhk5sxu77ddwxktcsfrm@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 2
Spades-Sheet: 109
Spades-Turn: 3
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 bid
Spades-Deadline: 2026-11-27T12:14:00Z
Spades-Record: 16bae50aa8ede4c0
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Bob bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    3
     3  Ann        1    -  <-- to bid
     4  Dave       2    -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to bid by Fri 27 Nov 12:14 UTC, 3 days from now.

-- 
Spades 2, turn 3, sheet 109.
Record 16bae50aa8ede4c0.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:14:00.000000+00:00', 'sent', '2026-11-24T12:14:00.000000+00:00', 0, '2026-11-24T12:14:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (57, 2, 3, 'ann@club.test', 'bid,turn', NULL, 'fovdx6okonps6xun5pdgnxdc@club.test', '7oh3exfdvswqxvisqlrkztwx', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:14:00 +0000
Message-ID: <fovdx6okonps6xun5pdgnxdc@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+3ictqrn5cmvdd3zjovmcmzpe@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid,turn
Spades-Actor: 2
Spades-Sheet: 109
Spades-Turn: 3
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 bid
Spades-Deadline: 2026-11-27T12:14:00Z
Spades-Hand: AS TS 8S 7S 3S 9H 3H QD 6D 5D 4D KC 7C
Spades-Legal: 0 2 3 4 5 6 7 8 9 10 11 12 13
Spades-Record: 16bae50aa8ede4c0
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Ann: bid by Fri 27 Nov 12:14 UTC.
That is 3 days from now.

- Bids so far: Carol 3, Bob 3.

Round 1, bidding
----------------

  Seat  Player     Team  Bid
     1  Carol         1    3
     2  Bob           2    3
     3  Ann (you)     1    -  <-- to bid
     4  Dave          2    -

Your hand
---------

  =E2=99=A0  A 10 8 7 3
  =E2=99=A5  9 3
  =E2=99=A6  Q 6 5 4
  =E2=99=A3  K 7

You may bid: nil, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13

Reply with one line, for example:

    bid 5

A move cannot be taken back.

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 2, turn 3, sheet 109.
Record 16bae50aa8ede4c0.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:14:00.000000+00:00', 'sent', '2026-11-24T12:14:00.000000+00:00', 0, '2026-11-24T12:14:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (58, 2, 3, 'dave@club.test', 'bid', NULL, 'bbfgsaj7c4b43cgajsss5snz@club.test', 'jka3zjtj2goxscq52us7tfso', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:14:00 +0000
Message-ID: <bbfgsaj7c4b43cgajsss5snz@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+bolbzimvqicgs4aknytb3lyu@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 2
Spades-Sheet: 109
Spades-Turn: 3
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 - -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 bid
Spades-Deadline: 2026-11-27T12:14:00Z
Spades-Record: 16bae50aa8ede4c0
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Bob bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    3
     3  Ann        1    -  <-- to bid
     4  Dave       2    -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to bid by Fri 27 Nov 12:14 UTC, 3 days from now.

-- 
Spades 2, turn 3, sheet 109.
Record 16bae50aa8ede4c0.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:14:00.000000+00:00', 'sent', '2026-11-24T12:14:00.000000+00:00', 0, '2026-11-24T12:14:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (59, 2, 4, 'carol@club.test', 'bid', NULL, 'kla7wa3so5qfxf5mau7dmu6g@club.test', 'pbu6fsnzlqff23f247go4xij', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:21:00 +0000
Message-ID: <kla7wa3so5qfxf5mau7dmu6g@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+3v2p4dzrbutd5shpgzi3x7je@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 4
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 bid
Spades-Deadline: 2026-11-27T12:21:00Z
Spades-Record: 72a6e7e0da501d38
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Ann bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    3
     3  Ann        1    3
     4  Dave       2    -  <-- to bid

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to bid by Fri 27 Nov 12:21 UTC, 3 days from now.

-- 
Spades 2, turn 4, sheet 109.
Record 72a6e7e0da501d38.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:21:00.000000+00:00', 'sent', '2026-11-24T12:21:00.000000+00:00', 0, '2026-11-24T12:21:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (60, 2, 4, 'bob@club.test', 'bid', NULL, 'ojyhhc4y56iqkz2en47tgbsm@club.test', 'xfm73kdcwik6skkujnnn6uzu', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:21:00 +0000
Message-ID: <ojyhhc4y56iqkz2en47tgbsm@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+xa33x4kdjfdrg7aj45kt6deu@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 4
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 bid
Spades-Deadline: 2026-11-27T12:21:00Z
Spades-Record: 72a6e7e0da501d38
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Ann bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    3
     3  Ann        1    3
     4  Dave       2    -  <-- to bid

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to bid by Fri 27 Nov 12:21 UTC, 3 days from now.

-- 
Spades 2, turn 4, sheet 109.
Record 72a6e7e0da501d38.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:21:00.000000+00:00', 'sent', '2026-11-24T12:21:00.000000+00:00', 0, '2026-11-24T12:21:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (61, 2, 4, 'ann@club.test', 'bid', NULL, '33vpccu4xgn324ifbwshqngb@club.test', 'ckaxghgst4eoz5b2t2vaiapl', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:21:00 +0000
Message-ID: <33vpccu4xgn324ifbwshqngb@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+icitd6fhmtjilqtqsxzrbsi4@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 4
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 bid
Spades-Deadline: 2026-11-27T12:21:00Z
Spades-Record: 72a6e7e0da501d38
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Ann bids 3.

Round 1, bidding
----------------

  Seat  Player  Team  Bid
     1  Carol      1    3
     2  Bob        2    3
     3  Ann        1    3
     4  Dave       2    -  <-- to bid

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to bid by Fri 27 Nov 12:21 UTC, 3 days from now.

-- 
Spades 2, turn 4, sheet 109.
Record 72a6e7e0da501d38.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:21:00.000000+00:00', 'sent', '2026-11-24T12:21:00.000000+00:00', 0, '2026-11-24T12:21:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (62, 2, 4, 'dave@club.test', 'bid,turn', NULL, 'oxpr2qwffxf4bm4v7ivoe4xx@club.test', 'b4fphe3svw32db7doa4pk2ch', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:21:00 +0000
Message-ID: <oxpr2qwffxf4bm4v7ivoe4xx@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+wz7v3l6crloojnnn6n5tqbia@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid,turn
Spades-Actor: 3
Spades-Sheet: 109
Spades-Turn: 4
Spades-Round: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 -
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 bid
Spades-Deadline: 2026-11-27T12:21:00Z
Spades-Hand: KS QS 2S KH QH 8H 2H AD 8D 3D 2D 6C 2C
Spades-Legal: 0 2 3 4 5 6 7 8 9 10 11 12 13
Spades-Record: 72a6e7e0da501d38
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Dave: bid by Fri 27 Nov 12:21 UTC.
That is 3 days from now.

- Bids so far: Carol 3, Bob 3, Ann 3.

Round 1, bidding
----------------

  Seat  Player      Team  Bid
     1  Carol          1    3
     2  Bob            2    3
     3  Ann            1    3
     4  Dave (you)     2    -  <-- to bid

Your hand
---------

  =E2=99=A0  K Q 2
  =E2=99=A5  K Q 8 2
  =E2=99=A6  A 8 3 2
  =E2=99=A3  6 2

You may bid: nil, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13

Reply with one line, for example:

    bid 5

A move cannot be taken back.

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 2, turn 4, sheet 109.
Record 72a6e7e0da501d38.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:21:00.000000+00:00', 'sent', '2026-11-24T12:21:00.000000+00:00', 0, '2026-11-24T12:21:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (63, 2, 5, 'carol@club.test', 'bid,turn', NULL, 'pb4ll5bz2omfls5kslhwq5or@club.test', 'bihf3e2z2ifpirzreiazb7dr', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:28:00 +0000
Message-ID: <pb4ll5bz2omfls5kslhwq5or@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+i2tt62uoj4qitkepn6vzehl6@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid,turn
Spades-Actor: 4
Spades-Sheet: 109
Spades-Turn: 5
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 play
Spades-Deadline: 2026-11-27T12:28:00Z
Spades-Hand: JS 9S 6S 5S 4S TH 5H TD 9D QC JC 8C 4C
Spades-Legal: JS 9S 6S 5S 4S TH 5H TD 9D QC JC 8C 4C
Spades-Record: f2304d5bd00af451
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Carol: lead to trick 1 by Fri 27 Nov 12:28 UTC.
That is 3 days from now.

- Dave bids 3.

Round 1, trick 1
----------------

  Seat  Player       Team  Bid  Books  Card
     1  Carol (you)     1    3      0  -     <-- to play
     2  Bob             2    3      0  -
     3  Ann             1    3      0  -
     4  Dave            2    3      0  -

Your hand
---------

  =E2=99=A0  J 9 6 5 4
  =E2=99=A5  10 5
  =E2=99=A6  10 9
  =E2=99=A3  Q J 8 4

You may play: J=E2=99=A0 9=E2=99=A0 6=E2=99=A0 5=E2=99=A0 4=E2=99=A0 10=E2=
=99=A5 5=E2=99=A5 10=E2=99=A6 9=E2=99=A6 Q=E2=99=A3 J=E2=99=A3 8=E2=99=A3 4=
=E2=99=A3

Reply with one line, for example:

    play 4C

A move cannot be taken back.

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 2, turn 5, sheet 109.
Record f2304d5bd00af451.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:28:00.000000+00:00', 'sent', '2026-11-24T12:28:00.000000+00:00', 0, '2026-11-24T12:28:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (64, 2, 5, 'bob@club.test', 'bid', NULL, 'ez6eelb5v3bb7rnsyzrthygv@club.test', 'vig2ufzpcv2aqycdhggetjdu', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:28:00 +0000
Message-ID: <ez6eelb5v3bb7rnsyzrthygv@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+654fwlhwc2pnqbbmv72sfqvr@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 4
Spades-Sheet: 109
Spades-Turn: 5
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 play
Spades-Deadline: 2026-11-27T12:28:00Z
Spades-Record: f2304d5bd00af451
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Dave bids 3.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  -     <-- to play
     2  Bob        2    3      0  -
     3  Ann        1    3      0  -
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to lead to trick 1 by Fri 27 Nov 12:28 UTC, 3 days from now.

-- 
Spades 2, turn 5, sheet 109.
Record f2304d5bd00af451.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:28:00.000000+00:00', 'sent', '2026-11-24T12:28:00.000000+00:00', 0, '2026-11-24T12:28:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (65, 2, 5, 'ann@club.test', 'bid', NULL, 'wlv6v4j3lvj7nc4ulrsgctlf@club.test', '3jjazedrsgk26zrwf75qq5zj', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:28:00 +0000
Message-ID: <wlv6v4j3lvj7nc4ulrsgctlf@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+r6jifvxlke7oo4nldm3otcgh@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 4
Spades-Sheet: 109
Spades-Turn: 5
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 play
Spades-Deadline: 2026-11-27T12:28:00Z
Spades-Record: f2304d5bd00af451
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Dave bids 3.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  -     <-- to play
     2  Bob        2    3      0  -
     3  Ann        1    3      0  -
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to lead to trick 1 by Fri 27 Nov 12:28 UTC, 3 days from now.

-- 
Spades 2, turn 5, sheet 109.
Record f2304d5bd00af451.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:28:00.000000+00:00', 'sent', '2026-11-24T12:28:00.000000+00:00', 0, '2026-11-24T12:28:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (66, 2, 5, 'dave@club.test', 'bid', NULL, 'qs5qfgsv6myjxq5daxqecxxg@club.test', 'm3k7abwyliapkfsghy2tqlc2', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:28:00 +0000
Message-ID: <qs5qfgsv6myjxq5daxqecxxg@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+zupslmb6tkpgu5vmzco2dxdk@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: bid
Spades-Actor: 4
Spades-Sheet: 109
Spades-Turn: 5
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 1 play
Spades-Deadline: 2026-11-27T12:28:00Z
Spades-Record: f2304d5bd00af451
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Dave bids 3.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  -     <-- to play
     2  Bob        2    3      0  -
     3  Ann        1    3      0  -
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Carol is to lead to trick 1 by Fri 27 Nov 12:28 UTC, 3 days from now.

-- 
Spades 2, turn 5, sheet 109.
Record f2304d5bd00af451.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:28:00.000000+00:00', 'sent', '2026-11-24T12:28:00.000000+00:00', 0, '2026-11-24T12:28:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (67, 2, 6, 'carol@club.test', 'play', NULL, '3jjo7tiempafam2xhm762adi@club.test', 'qpqt2zaxhvp5mqiao5z6gpkz', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:35:00 +0000
Message-ID: <3jjo7tiempafam2xhm762adi@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+lg3mmq6txvobzksfozd2nmbh@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 1 JS
Spades-Sheet: 109
Spades-Turn: 6
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 play
Spades-Deadline: 2026-11-27T12:35:00Z
Spades-Record: 71eede443d0cc535
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Carol plays the J=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  -       <-- to play
     3  Ann        1    3      0  -
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to play a card by Fri 27 Nov 12:35 UTC, 3 days from now.

--=20
Spades 2, turn 6, sheet 109.
Record 71eede443d0cc535.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:35:00.000000+00:00', 'sent', '2026-11-24T12:35:00.000000+00:00', 0, '2026-11-24T12:35:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (68, 2, 6, 'bob@club.test', 'play,turn', NULL, 'hvlintuxv5rpiv4rrsizntyn@club.test', '75ls7gfyndctjlthzeslugbm', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:35:00 +0000
Message-ID: <hvlintuxv5rpiv4rrsizntyn@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+b7rgxvsx3blp3n3mdwvl5egx@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play,turn
Spades-Actor: 1 JS
Spades-Sheet: 109
Spades-Turn: 6
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS
Spades-Since: 1=JS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 play
Spades-Deadline: 2026-11-27T12:35:00Z
Spades-Hand: AH JH 7H 6H 4H KD JD 7D AC TC 9C 5C 3C
Spades-Legal: AH JH 7H 6H 4H KD JD 7D AC TC 9C 5C 3C
Spades-Record: 71eede443d0cc535
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Bob: play a card by Fri 27 Nov 12:35 UTC.
That is 3 days from now.

- Trick 1: Carol J=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player     Team  Bid  Books  Card
     1  Carol         1    3      0  J=E2=99=A0 led
     2  Bob (you)     2    3      0  -       <-- to play
     3  Ann           1    3      0  -
     4  Dave          2    3      0  -

Your hand
---------

  =E2=99=A5  A J 7 6 4
  =E2=99=A6  K J 7
  =E2=99=A3  A 10 9 5 3

You may play: A=E2=99=A5 J=E2=99=A5 7=E2=99=A5 6=E2=99=A5 4=E2=99=A5 K=E2=
=99=A6 J=E2=99=A6 7=E2=99=A6 A=E2=99=A3 10=E2=99=A3 9=E2=99=A3 5=E2=99=A3 3=
=E2=99=A3

Reply with one line, for example:

    play 3C

A move cannot be taken back.

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 2, turn 6, sheet 109.
Record 71eede443d0cc535.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:35:00.000000+00:00', 'sent', '2026-11-24T12:35:00.000000+00:00', 0, '2026-11-24T12:35:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (69, 2, 6, 'ann@club.test', 'play', NULL, 'rsypd5bs2cbtpkmvxkfwsw3d@club.test', 'wfxl2ztpha34etkguhtlevlg', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:35:00 +0000
Message-ID: <rsypd5bs2cbtpkmvxkfwsw3d@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+jriiuya7s5y2d7nujg4o2y7b@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 1 JS
Spades-Sheet: 109
Spades-Turn: 6
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 play
Spades-Deadline: 2026-11-27T12:35:00Z
Spades-Record: 71eede443d0cc535
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Carol plays the J=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  -       <-- to play
     3  Ann        1    3      0  -
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to play a card by Fri 27 Nov 12:35 UTC, 3 days from now.

--=20
Spades 2, turn 6, sheet 109.
Record 71eede443d0cc535.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:35:00.000000+00:00', 'sent', '2026-11-24T12:35:00.000000+00:00', 0, '2026-11-24T12:35:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (70, 2, 6, 'dave@club.test', 'play', NULL, 'uf242463tyfuxysaeqq6awx6@club.test', 'v3uhzsz3j7webxnunr34u2fy', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:35:00 +0000
Message-ID: <uf242463tyfuxysaeqq6awx6@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+3gyp5nfh74rvfwkr5r2i4iqk@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 1 JS
Spades-Sheet: 109
Spades-Turn: 6
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 2 play
Spades-Deadline: 2026-11-27T12:35:00Z
Spades-Record: 71eede443d0cc535
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Carol plays the J=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  -       <-- to play
     3  Ann        1    3      0  -
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Bob is to play a card by Fri 27 Nov 12:35 UTC, 3 days from now.

--=20
Spades 2, turn 6, sheet 109.
Record 71eede443d0cc535.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:35:00.000000+00:00', 'sent', '2026-11-24T12:35:00.000000+00:00', 0, '2026-11-24T12:35:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (71, 2, 7, 'carol@club.test', 'play', NULL, 'twzo4zn26rz7par4j5ubrfp4@club.test', 'e4cefifuflrie66yhgh2c6v6', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <twzo4zn26rz7par4j5ubrfp4@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+n3rs6w22cj6ju3o34slvtfde@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 2 AH
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Record: 4bfb1a4d712e3a43
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Bob plays the A=E2=99=A5.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  A=E2=99=A5
     3  Ann        1    3      0  -       <-- to play
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to play a card by Fri 27 Nov 12:42 UTC, 3 days from now.

--=20
Spades 2, turn 7, sheet 109.
Record 4bfb1a4d712e3a43.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'sent', '2026-11-24T12:42:00.000000+00:00', 0, '2026-11-24T12:42:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (72, 2, 7, 'bob@club.test', 'play', NULL, 'qxzqtrhzvijrarmklfoye6sg@club.test', 'ozkrqxv4gpnrrbwwec2xtvio', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <qxzqtrhzvijrarmklfoye6sg@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+riwih66zwy2o4liqs45ul3sl@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 2 AH
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Record: 4bfb1a4d712e3a43
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Bob plays the A=E2=99=A5.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  A=E2=99=A5
     3  Ann        1    3      0  -       <-- to play
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to play a card by Fri 27 Nov 12:42 UTC, 3 days from now.

--=20
Spades 2, turn 7, sheet 109.
Record 4bfb1a4d712e3a43.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'sent', '2026-11-24T12:42:00.000000+00:00', 0, '2026-11-24T12:42:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (73, 2, 7, 'ann@club.test', 'play,turn', NULL, 'xe5bzi7oudjn7awqmp7avkwk@club.test', 'uqseiexvh5enewrcax75jxll', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <xe5bzi7oudjn7awqmp7avkwk@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+ms74sqpdirbomyxqm2v2k4ee@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play,turn
Spades-Actor: 2 AH
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH
Spades-Since: 1=JS 2=AH
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Hand: AS TS 8S 7S 3S 9H 3H QD 6D 5D 4D KC 7C
Spades-Legal: AS TS 8S 7S 3S
Spades-Record: 4bfb1a4d712e3a43
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Ann: play a card by Fri 27 Nov 12:42 UTC.
That is 3 days from now.

- Trick 1: Carol J=E2=99=A0, Bob A=E2=99=A5.

Round 1, trick 1
----------------

  Seat  Player     Team  Bid  Books  Card
     1  Carol         1    3      0  J=E2=99=A0 led
     2  Bob           2    3      0  A=E2=99=A5
     3  Ann (you)     1    3      0  -       <-- to play
     4  Dave          2    3      0  -

Your hand
---------

  =E2=99=A0  A 10 8 7 3
  =E2=99=A5  9 3
  =E2=99=A6  Q 6 5 4
  =E2=99=A3  K 7

You may play: A=E2=99=A0 10=E2=99=A0 8=E2=99=A0 7=E2=99=A0 3=E2=99=A0

Reply with one line, for example:

    play 3S

A move cannot be taken back.

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 2, turn 7, sheet 109.
Record 4bfb1a4d712e3a43.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'sent', '2026-11-24T12:42:00.000000+00:00', 0, '2026-11-24T12:42:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (74, 2, 7, 'dave@club.test', 'play', NULL, 'c4fqvnxyncxoxxnd6anwefw7@club.test', 'i2yclaydcznz2clrummyeyfv', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <c4fqvnxyncxoxxnd6anwefw7@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+snsle5fqelybaanfempwriab@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 2 AH
Spades-Sheet: 109
Spades-Turn: 7
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 3 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Record: 4bfb1a4d712e3a43
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Bob plays the A=E2=99=A5.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  A=E2=99=A5
     3  Ann        1    3      0  -       <-- to play
     4  Dave       2    3      0  -

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Ann is to play a card by Fri 27 Nov 12:42 UTC, 3 days from now.

--=20
Spades 2, turn 7, sheet 109.
Record 4bfb1a4d712e3a43.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'sent', '2026-11-24T12:42:00.000000+00:00', 0, '2026-11-24T12:42:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (75, NULL, NULL, 'wendy@club.test', 'reply', NULL, 'uxiq7oxt44x4ux4ldpsl5u4u@club.test', 'es4mua3uuxauoshfkebdhfa4', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "wendy" <wendy@club.test>
Subject: [Spades] Re: a mail
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <uxiq7oxt44x4ux4ldpsl5u4u@club.test>
In-Reply-To: <m121@club.test>
References: <m121@club.test>
Reply-To: referee+3wrlm25uxzptteo7yopt7ram@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Event: reply
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_42cb6f0a91cb3647f03fa1077c5c56cda859f434"

--=_42cb6f0a91cb3647f03fa1077c5c56cda859f434
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- you now watch game 2

-- 
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_42cb6f0a91cb3647f03fa1077c5c56cda859f434
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades] Re: a mail</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">you now watch game 2</li>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Answer this letter, or write to referee@club.test. A line that says hand, s=
core, history, rules or help brings you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_42cb6f0a91cb3647f03fa1077c5c56cda859f434--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'sent', '2026-11-24T12:42:00.000000+00:00', 0, '2026-11-24T12:42:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (76, NULL, NULL, 'wendy@club.test', 'reply', NULL, 'tp5g3ve747wtpswb4wl6qrzx@club.test', 'nqflptycoamehz6ane6d7lwv', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "wendy" <wendy@club.test>
Subject: [Spades] Re: a mail
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <tp5g3ve747wtpswb4wl6qrzx@club.test>
In-Reply-To: <m124@club.test>
References: <m124@club.test>
Reply-To: referee+46x2shcmazrzd64ac7fm7c3q@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Event: reply
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_afa1d37d540fefffeece298d813a8f51dbc84988"

--=_afa1d37d540fefffeece298d813a8f51dbc84988
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Done.

- your letters come as plain text from now on

-- 
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.

--=_afa1d37d540fefffeece298d813a8f51dbc84988
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades] Re: a mail</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Done.=
</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Done.</h1>
<ul style=3D"margin:0 0 10px;padding:0 0 0 20px">
<li style=3D"margin:0 0 4px">your letters come as plain text from now on</l=
i>
</ul>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
Answer this letter, or write to referee@club.test. A line that says hand, s=
core, history, rules or help brings you just that.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_afa1d37d540fefffeece298d813a8f51dbc84988--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'sent', '2026-11-24T12:42:00.000000+00:00', 0, '2026-11-24T12:42:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (77, NULL, NULL, 'gina@club.test', 'confirm', NULL, '7cf6qjy5kblbyb3dqa5eq4b5@club.test', 'qr22nsp5zqzfbre6d3x3ai6u', CAST(replace('From: "Spades Referee" <referee@club.test>
To: gina@club.test
Subject: [Spades] Was this mail yours?
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <7cf6qjy5kblbyb3dqa5eq4b5@club.test>
In-Reply-To: <m127@club.test>
References: <m127@club.test>
Reply-To: referee+xwh33xfsj67gvl53vf3dnncg@club.test
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Spades-Event: confirm
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="=_6649ae7e73faa57eee13dfc3b83c9813b939478d"

--=_6649ae7e73faa57eee13dfc3b83c9813b939478d
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

-- reply above this line --

Was this mail yours?

A mail from your address asks the referee:

> join 109

The referee does not know you yet, so it makes sure before it keeps
anything.

If it was you, answer this letter with one line:

    yes

It is then done at the time of your answer. This holds until Tue 1 Dec 12:42
UTC. If it was not you, do nothing.

-- 
This letter comes from the referee of Spades games at
referee@club.test.

--=_6649ae7e73faa57eee13dfc3b83c9813b939478d
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!DOCTYPE html>
<html lang=3D"en">
<head>
<meta charset=3D"utf-8">
<meta name=3D"viewport" content=3D"width=3Ddevice-width, initial-scale=3D1">
<meta name=3D"color-scheme" content=3D"light dark">
<meta name=3D"supported-color-schemes" content=3D"light dark">
<title>[Spades] Was this mail yours?</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121614 !important; }
.sheet { background: #1d2320 !important; }
.ink { color: #edf1ee !important; }
.soft { color: #aab5af !important; }
.rule { border-color: #3b4641 !important; }
.quiet { background: #2a322e !important; color: #b9c3bd !important; border-=
color: #56625c !important; }
.ink .red { color: #ff8a94 !important; }
.quiet .red { color: #e39aa1 !important; }
.ink .face .red { color: #c0182f !important; }
.link { color: #7fd1a8 !important; }
}
</style>
</head>
<body class=3D"page" style=3D"margin:0;padding:0;background:#ecefec;-webkit=
-text-size-adjust:100%">
<div style=3D"display:none;max-height:0;overflow:hidden;mso-hide:all">Was t=
his mail yours?</div>
<table role=3D"presentation" class=3D"page" width=3D"100%" cellpadding=3D"0=
" cellspacing=3D"0" style=3D"background:#ecefec">
<tr><td align=3D"center" style=3D"padding:10px 8px 24px;font-family:-apple-=
system,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif">
<p class=3D"soft" style=3D"margin:0 0 8px;font-size:12px;color:#5a645f">-- =
reply above this line --</p>
<table role=3D"presentation" class=3D"sheet" width=3D"100%" cellpadding=3D"=
0" cellspacing=3D"0" style=3D"max-width:600px;background:#ffffff;border-rad=
ius:12px">
<tr><td class=3D"ink" align=3D"left" style=3D"padding:18px 16px 16px;color:=
#1b211e;font-size:16px;line-height:1.5">
<p class=3D"soft" style=3D"margin:0 0 4px;font-size:13px;color:#5a645f">Spa=
des</p>
<h1 style=3D"margin:0 0 10px;font-size:19px;line-height:1.35">Was this mail=
 yours?</h1>
<p style=3D"margin:0 0 10px">A mail from your address asks the referee:</p>
<blockquote class=3D"rule" style=3D"margin:0 0 10px;padding:0 0 0 10px;bord=
er-left:3px solid #c9d1cc">join 109</blockquote>
<p style=3D"margin:0 0 10px">The referee does not know you yet, so it makes=
 sure before it keeps anything.</p>
<p style=3D"margin:0 0 10px">If it was you, answer this letter with one lin=
e:</p>
<pre class=3D"quiet" style=3D"margin:0 0 12px;padding:10px 12px;background:=
#f1f4f2;border-radius:8px;font:14px/1.5 ui-monospace,Menlo,Consolas,''DejaVu=
 Sans Mono'',monospace;color:#1b211e;white-space:pre-wrap;overflow-wrap:anyw=
here">yes
</pre>
<p style=3D"margin:0 0 10px">It is then done at the time of your answer. Th=
is holds until Tue 1 Dec 12:42 UTC. If it was not you, do nothing.</p>
<p style=3D"margin:14px 0 4px"><a href=3D"mailto:referee%2Bxwh33xfsj67gvl53=
vf3dnncg@club.test?subject=3DRe%3A%20%5BSpades%5D%20Was%20this%20mail%20you=
rs%3F&amp;In-Reply-To=3D%3C7cf6qjy5kblbyb3dqa5eq4b5%40club.test%3E&amp;body=
=3Dyes" style=3D"display:inline-block;padding:13px 22px;background:#1c6444;=
color:#ffffff;border-radius:10px;font-weight:700;text-decoration:none">Yes,=
 it was me</a></p>
</td></tr>
</table>
<table role=3D"presentation" width=3D"100%" cellpadding=3D"0" cellspacing=
=3D"0" style=3D"max-width:600px">
<tr><td class=3D"soft" align=3D"left" style=3D"padding:14px 16px;font-size:=
13px;line-height:1.5;color:#5a645f">
This letter comes from the referee of Spades games at referee@club.test.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>

--=_6649ae7e73faa57eee13dfc3b83c9813b939478d--
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'sent', '2026-11-24T12:42:00.000000+00:00', 0, '2026-11-24T12:42:00.000000+00:00', '250 ok', 0);
INSERT INTO outbox VALUES (78, 2, 8, 'carol@club.test', 'play', NULL, 'xl62awy7xs4mjklrhg3osihr@club.test', 'darywicgnw7vbxa5tx5d6sli', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Carol" <carol@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <xl62awy7xs4mjklrhg3osihr@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+j4yn3d6b3dvvl5y3kk7lcwz5@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 3 AS
Spades-Sheet: 109
Spades-Turn: 8
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH 3=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Record: 3461ce2a2600a946
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann plays the A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  A=E2=99=A5
     3  Ann        1    3      0  A=E2=99=A0
     4  Dave       2    3      0  -       <-- to play

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:42 UTC, 3 days from now.

--=20
Spades 2, turn 8, sheet 109.
Record 3461ce2a2600a946.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'waiting', '2026-11-24T12:47:00.000000+00:00', 1, NULL, '450 4.2.1 later', 0);
INSERT INTO outbox VALUES (79, 2, 8, 'bob@club.test', 'play', NULL, 'i4y3jzeznnqdq4po6mgsfxtq@club.test', 'vr5ypsb5q426botqatlejq4j', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Bob" <bob@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <i4y3jzeznnqdq4po6mgsfxtq@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+o3u7m5ruke32dzxgr6bzkkra@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 3 AS
Spades-Sheet: 109
Spades-Turn: 8
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH 3=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Record: 3461ce2a2600a946
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann plays the A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  A=E2=99=A5
     3  Ann        1    3      0  A=E2=99=A0
     4  Dave       2    3      0  -       <-- to play

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:42 UTC, 3 days from now.

--=20
Spades 2, turn 8, sheet 109.
Record 3461ce2a2600a946.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'waiting', '2026-11-24T12:42:00.000000+00:00', 0, NULL, NULL, 0);
INSERT INTO outbox VALUES (80, 2, 8, 'ann@club.test', 'play', NULL, 'x5eibjdcaqgy5runfk2chddy@club.test', 'zb3j3wiurgcs3y66b7gaahsk', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Ann" <ann@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <x5eibjdcaqgy5runfk2chddy@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+s7hcu5kpp5llfegrk54ytc2l@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 3 AS
Spades-Sheet: 109
Spades-Turn: 8
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH 3=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Record: 3461ce2a2600a946
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=notify%20my%20turns&body=notify%20my%20turns>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann plays the A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  A=E2=99=A5
     3  Ann        1    3      0  A=E2=99=A0
     4  Dave       2    3      0  -       <-- to play

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:42 UTC, 3 days from now.

--=20
Spades 2, turn 8, sheet 109.
Record 3461ce2a2600a946.
Answer this letter, or write to referee@club.test. A line that says
hand, score, history, rules or help brings you just that.
Fewer letters: notify each trick, or notify my turns.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'waiting', '2026-11-24T12:42:00.000000+00:00', 0, NULL, NULL, 0);
INSERT INTO outbox VALUES (81, 2, 8, 'dave@club.test', 'play,turn', NULL, 'dqrfwyorjibil37ebpywhp66@club.test', '3nrvh7ny5uxihsqah5wkzyrt', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "Dave" <dave@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <dqrfwyorjibil37ebpywhp66@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+oqzjhexouztdb3c5vqvdydqe@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play,turn
Spades-Actor: 3 AS
Spades-Sheet: 109
Spades-Turn: 8
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH 3=AS
Spades-Since: 1=JS 2=AH 3=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Hand: KS QS 2S KH QH 8H 2H AD 8D 3D 2D 6C 2C
Spades-Legal: KS QS 2S
Spades-Record: 3461ce2a2600a946
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Your turn, Dave: play a card by Fri 27 Nov 12:42 UTC.
That is 3 days from now.

- Trick 1: Carol J=E2=99=A0, Bob A=E2=99=A5, Ann A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player      Team  Bid  Books  Card
     1  Carol          1    3      0  J=E2=99=A0 led
     2  Bob            2    3      0  A=E2=99=A5
     3  Ann            1    3      0  A=E2=99=A0
     4  Dave (you)     2    3      0  -       <-- to play

Your hand
---------

  =E2=99=A0  K Q 2
  =E2=99=A5  K Q 8 2
  =E2=99=A6  A 8 3 2
  =E2=99=A3  6 2

You may play: K=E2=99=A0 Q=E2=99=A0 2=E2=99=A0

Reply with one line, for example:

    play 2S

A move cannot be taken back.

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

--=20
Spades 2, turn 8, sheet 109.
Record 3461ce2a2600a946.
Answer this letter, or write to referee@club.test. The reply address of
this letter is yours alone: pass it to nobody.
Ask for more with a line that says: hand, score, history, rules or help.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'waiting', '2026-11-24T12:42:00.000000+00:00', 0, NULL, NULL, 0);
INSERT INTO outbox VALUES (82, 2, 8, 'wendy@club.test', 'play', NULL, '5fnvttdge7qk65taqx4hsbdf@club.test', '7dywyb5pqdvz5ctrnrsnevpp', CAST(replace('From: "Spades Referee" <referee@club.test>
To: "wendy" <wendy@club.test>
Subject: [Spades 2] Round 1
Date: Tue, 24 Nov 2026 12:42:00 +0000
Message-ID: <5fnvttdge7qk65taqx4hsbdf@club.test>
In-Reply-To: <spades.2.1@club.test>
References: <spades.2.1@club.test>
Reply-To: referee+n6zcho7ywurkdjmwcjdlsxb5@club.test
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Spades-Game: 2
Spades-Event: play
Spades-Actor: 3 AS
Spades-Sheet: 109
Spades-Turn: 8
Spades-Round: 1
Spades-Trick: 1
Spades-Seats: 1=Carol; 2=Bob; 3=Ann; 4=Dave
Spades-Bids: 3 3 3 3
Spades-Table: 1=JS 2=AH 3=AS
Spades-Books: 0 0 0 0
Spades-Score: 0 0
Spades-Bags: 0 0
Spades-To-Act: 4 play
Spades-Deadline: 2026-11-27T12:42:00Z
Spades-Record: 3461ce2a2600a946
List-Id: Spades game 2 <spades-2.club.test>
List-Help: <mailto:referee@club.test?subject=help&body=help>
List-Subscribe: <mailto:referee@club.test?subject=watch%202&body=watch%202>
List-Unsubscribe: <mailto:referee@club.test?subject=unwatch%202&body=unwatch%202>
List-Owner: <mailto:gm@club.test>
List-Post: NO
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

-- reply above this line --

Ann plays the A=E2=99=A0.

Round 1, trick 1
----------------

  Seat  Player  Team  Bid  Books  Card
     1  Carol      1    3      0  J=E2=99=A0 led
     2  Bob        2    3      0  A=E2=99=A5
     3  Ann        1    3      0  A=E2=99=A0
     4  Dave       2    3      0  -       <-- to play

Spadescore
----------

  Carol + Ann  0  0 sandbags; 10 more cost 100
  Bob + Dave   0  0 sandbags; 10 more cost 100

The game ends after a round in which a team has 500 or more and leads.

Next: Dave is to play a card by Fri 27 Nov 12:42 UTC, 3 days from now.

--=20
Spades 2, turn 8, sheet 109.
Record 3461ce2a2600a946.
You are sent this because you watch or steer the game. To end watching, send
"unwatch 2" to referee@club.test.
', char(10), char(13) || char(10)) AS BLOB), '2026-11-24T12:42:00.000000+00:00', 'waiting', '2026-11-24T12:42:00.000000+00:00', 0, NULL, NULL, 1);
INSERT INTO tokens VALUES ('rfia76qw3ojbjbkkwjwn3nby', 1, 'ann@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('lsn4bym57ltzt6vcrvkztakq', 2, 'bob@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('53q2ehfxndke44fcaea6tu6y', 3, 'dave@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('l2pilhqw4yw75svfd5odiuwo', 4, 'carol@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('xpg47sb7xsh7g4we7p3s4zpm', 5, 'gm@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('c3es6a4qdlws6f3tfsrg5cob', 1, 'ann@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('exysxb6gkvivwgzpcemwry3a', 2, 'bob@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('6y6aceodfx7asqrqtrnuest3', 4, 'carol@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('3hqrqkwwdjxxck7m34lqqnc4', 3, 'dave@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('vbdfw4b4fgfg3pxgz6fzbzis', 5, 'gm@club.test', 1, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('jlwux2un36mhbm2v544oi2rv', 1, 'ann@club.test', 1, 2, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('ag26wi34od7rgqj7cpbkcn67', 2, 'bob@club.test', 1, 2, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('hzwymnclpcroruumk3qnexwt', 3, 'dave@club.test', 1, 2, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('kokfv3gjgpg7v2v4siqmicwz', 4, 'carol@club.test', 1, 2, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('ejac775fka3qxwbzw5pwdknc', 1, 'ann@club.test', 1, 3, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('afy7wb3d75ytuxcz4bctlrqz', 2, 'bob@club.test', 1, 3, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('qucthaholif6mrkh66ukh4yk', 3, 'dave@club.test', 1, 3, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('nu5b6yl4q5cqn57adrncaukk', 4, 'carol@club.test', 1, 3, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('ms73lh6m7mm76lvygxo3oewk', 1, 'ann@club.test', 1, 4, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('gxgdwfevpoac45bgl5cbf3n7', 2, 'bob@club.test', 1, 4, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('jvb4o7cysz3hpd3a2w7rqmt2', 3, 'dave@club.test', 1, 4, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('7ogejaaoan3xjpadmi73qtvm', 4, 'carol@club.test', 1, 4, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('tnw7b6zjcii24wapcq2fc5ee', 1, 'ann@club.test', 1, 5, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('usc7eriieypw2lj5so6ihdml', 2, 'bob@club.test', 1, 5, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('gl4b4fuo2kldefx4ddsaxch4', 3, 'dave@club.test', 1, 5, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('f7x6bwhoekwkmflqhtflypp7', 4, 'carol@club.test', 1, 5, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('n3l4xur7u2swadtfaaiwncgi', 1, 'ann@club.test', 1, 6, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('qhyro35yayor32npztno4ggq', 2, 'bob@club.test', 1, 6, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('dtq25qyorb5dfwarptwggit2', 3, 'dave@club.test', 1, 6, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('e5rmnwsfm35hiepukucjrb6i', 4, 'carol@club.test', 1, 6, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('65tk4372m2qh3u46xnod7uw4', 1, 'ann@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('gamjbwbmcsye4wiv7vc4itpc', 2, 'bob@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('y5ektjezcharqmurzh7wzjvk', 3, 'dave@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('tpj6cqi6scigsgsmff6cfixa', 4, 'carol@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('vdvnyus6dezgfc3mzfzxq4lu', 1, 'ann@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('es5n643kw7ihqf2pccogsrzy', 2, 'bob@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('ubg525fjv5aaq3umyygwr4r3', 3, 'dave@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('2p7zyyass4qdfgmxmsgpph5a', 4, 'carol@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('3hhztc3exbrw4ka6bw5kdcsj', 1, 'ann@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('nuu7tdhr3k257gjk7666n34f', 2, 'bob@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('rvgenoj74p2h7avonyu6nwup', 3, 'dave@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('zognlio7vl6xz22lasjrazoc', 4, 'carol@club.test', 1, 7, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('sbapd4enm5gr2vzlpgseotlv', 5, 'gm@club.test', 1, NULL, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('fyrnqtge4cj2tqi6nimn4myl', 6, 'erin@club.test', NULL, NULL, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('hsy2ndgaelf2tw2drqcpu7p6', 7, 'frank@club.test', NULL, NULL, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('lultyuwmhiu6sgzumjervgvm', 4, 'carol@club.test', 2, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('pp4gp2aixbch7lfxbf4kj6fr', 2, 'bob@club.test', 2, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('txfyiiwwmmxctycv6xnkoik5', 1, 'ann@club.test', 2, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('fhsdimandkgd3zjk6pmooldt', 3, 'dave@club.test', 2, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('2mh54xjxoj2t36bbvewvgdt5', 5, 'gm@club.test', 2, 1, NULL, NULL, '2027-02-22T12:00:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('3jokxvdb77u2vrmyi47wnw4n', 4, 'carol@club.test', 2, 2, NULL, NULL, '2027-02-22T12:07:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('om55nsojf3vynqbdtefpkhzq', 2, 'bob@club.test', 2, 2, NULL, NULL, '2027-02-22T12:07:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('aenh2tiksq5t7pdrd3n5hb2l', 1, 'ann@club.test', 2, 2, NULL, NULL, '2027-02-22T12:07:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('25g4knz4tq3b7yfbxdyxqr44', 3, 'dave@club.test', 2, 2, NULL, NULL, '2027-02-22T12:07:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('u3jktvw3pjccw743kdfls5fa', 4, 'carol@club.test', 2, 3, NULL, NULL, '2027-02-22T12:14:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('a67bqhk5sxu77ddwxktcsfrm', 2, 'bob@club.test', 2, 3, NULL, NULL, '2027-02-22T12:14:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('3ictqrn5cmvdd3zjovmcmzpe', 1, 'ann@club.test', 2, 3, NULL, NULL, '2027-02-22T12:14:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('bolbzimvqicgs4aknytb3lyu', 3, 'dave@club.test', 2, 3, NULL, NULL, '2027-02-22T12:14:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('3v2p4dzrbutd5shpgzi3x7je', 4, 'carol@club.test', 2, 4, NULL, NULL, '2027-02-22T12:21:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('xa33x4kdjfdrg7aj45kt6deu', 2, 'bob@club.test', 2, 4, NULL, NULL, '2027-02-22T12:21:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('icitd6fhmtjilqtqsxzrbsi4', 1, 'ann@club.test', 2, 4, NULL, NULL, '2027-02-22T12:21:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('wz7v3l6crloojnnn6n5tqbia', 3, 'dave@club.test', 2, 4, NULL, NULL, '2027-02-22T12:21:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('i2tt62uoj4qitkepn6vzehl6', 4, 'carol@club.test', 2, 5, NULL, NULL, '2027-02-22T12:28:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('654fwlhwc2pnqbbmv72sfqvr', 2, 'bob@club.test', 2, 5, NULL, NULL, '2027-02-22T12:28:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('r6jifvxlke7oo4nldm3otcgh', 1, 'ann@club.test', 2, 5, NULL, NULL, '2027-02-22T12:28:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('zupslmb6tkpgu5vmzco2dxdk', 3, 'dave@club.test', 2, 5, NULL, NULL, '2027-02-22T12:28:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('lg3mmq6txvobzksfozd2nmbh', 4, 'carol@club.test', 2, 6, NULL, NULL, '2027-02-22T12:35:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('b7rgxvsx3blp3n3mdwvl5egx', 2, 'bob@club.test', 2, 6, NULL, NULL, '2027-02-22T12:35:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('jriiuya7s5y2d7nujg4o2y7b', 1, 'ann@club.test', 2, 6, NULL, NULL, '2027-02-22T12:35:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('3gyp5nfh74rvfwkr5r2i4iqk', 3, 'dave@club.test', 2, 6, NULL, NULL, '2027-02-22T12:35:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('n3rs6w22cj6ju3o34slvtfde', 4, 'carol@club.test', 2, 7, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('riwih66zwy2o4liqs45ul3sl', 2, 'bob@club.test', 2, 7, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('ms74sqpdirbomyxqm2v2k4ee', 1, 'ann@club.test', 2, 7, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'spent', NULL, NULL);
INSERT INTO tokens VALUES ('snsle5fqelybaanfempwriab', 3, 'dave@club.test', 2, 7, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('3wrlm25uxzptteo7yopt7ram', 8, 'wendy@club.test', NULL, NULL, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('46x2shcmazrzd64ac7fm7c3q', 8, 'wendy@club.test', NULL, NULL, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('xwh33xfsj67gvl53vf3dnncg', NULL, 'gina@club.test', NULL, NULL, 26, NULL, '2026-12-01T12:42:00.000000+00:00', 'good', NULL, 'join 109');
INSERT INTO tokens VALUES ('j4yn3d6b3dvvl5y3kk7lcwz5', 4, 'carol@club.test', 2, 8, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('o3u7m5ruke32dzxgr6bzkkra', 2, 'bob@club.test', 2, 8, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('s7hcu5kpp5llfegrk54ytc2l', 1, 'ann@club.test', 2, 8, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('oqzjhexouztdb3c5vqvdydqe', 3, 'dave@club.test', 2, 8, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
INSERT INTO tokens VALUES ('n6zcho7ywurkdjmwcjdlsxb5', 8, 'wendy@club.test', 2, 8, NULL, NULL, '2027-02-22T12:42:00.000000+00:00', 'good', NULL, NULL);
UPDATE sqlite_sequence SET seq = 2 WHERE name = 'games';
UPDATE sqlite_sequence SET seq = 82 WHERE name = 'outbox';
CREATE INDEX games_deadline ON games (deadline);
CREATE INDEX games_remind_at ON games (remind_at);
CREATE INDEX games_running ON games (ended_at);
CREATE INDEX inbox_state ON inbox (state);
CREATE INDEX slots_day ON slots (day);
CREATE INDEX events_kind ON events (game, kind, round);
CREATE INDEX seats_person ON seats (person);
CREATE INDEX outbox_game_sent ON outbox (game, sent);
CREATE INDEX outbox_sent ON outbox (sent);
CREATE INDEX outbox_state_due ON outbox (state, due);
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE INDEX tokens_pairs ON tokens (person, pairs);
